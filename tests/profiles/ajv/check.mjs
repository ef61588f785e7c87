// SPDX-License-Identifier: MIT
// check.mjs MODULES VERDICTS SOURCE: does ajv, with the committed JSON Schemas, judge every file as
// gpujob's field tables do? So must the schema of SchemaStore's entry for sites/*.yaml, which does
// not know whether a file is a profile or an overlay. Files in bad/yaml are left out: YAML itself refuses them, or they differ
// only in the spelling of a number, which is gone once a parser has read it.
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";

const [modules, verdicts, source] = process.argv.slice(2);
const require = createRequire(join(modules, "anchor.js"));
const Ajv = require("ajv").default;
const YAML = require("yaml");

const fewestFiles = 600;
const corpus = join(source, "tests/profiles");
const schemas = join(source, "profiles/schema");

const yamlFiles = (directory) =>
  readdirSync(directory).filter((name) => name.endsWith(".yaml")).map((name) => join(directory, name));

const manifests = (directory) =>
  readdirSync(directory).map((name) => join(directory, name, "workload.yaml"));

const files = [
  ...["good", "bad", "bad/cross"].flatMap((name) => yamlFiles(join(corpus, name))),
  ...yamlFiles(join(source, "profiles/sites")),
  join(source, "profiles/gpus.yaml"),
  ...manifests(join(source, "kernels/workloads")),
];

const ajv = new Ajv({ strict: true, allowUnionTypes: true });
const compiled = (name) => ajv.compile(JSON.parse(readFileSync(join(schemas, name), "utf8")));
const validators = {
  gpus: compiled("gpus.schema.json"),
  workload: compiled("workload.schema.json"),
  profile: compiled("profile.schema.json"),
  overlay: compiled("overlay.schema.json"),
};

const readSiteFile = () => {
  const ours = new Ajv({ strict: true, allowUnionTypes: true });
  const url = "https://example.org";
  for (const name of ["profile.schema.json", "overlay.schema.json"]) {
    const schema = JSON.parse(readFileSync(join(schemas, name), "utf8"));
    ours.addSchema({ ...schema, $id: `${url}/schemas/${name}` });
  }
  const text = readFileSync(join(source, "packaging/schemastore/site_file.schema.json"), "utf8");
  return ours.compile(JSON.parse(text.replaceAll("@URL@", url)));
};
const siteFile = readSiteFile();

const validatorFor = (file) => {
  const name = basename(file);
  if (name.startsWith("gpus")) return validators.gpus;
  if (name.startsWith("overlay")) return validators.overlay;
  return name.startsWith("workload") ? validators.workload : validators.profile;
};

const judge = (file) => {
  const validate = validatorFor(file);
  const value = YAML.parse(readFileSync(file, "utf8"), { version: "1.2", uniqueKeys: true });
  const found = validate(value) ? { verdict: "ok" } : { verdict: "bad", errors: validate.errors };
  const isSiteFile = validate === validators.profile || validate === validators.overlay;
  if (!isSiteFile || siteFile(value) === (found.verdict === "ok")) return found;
  return { verdict: `${found.verdict}, but not by the entry of SchemaStore`, errors: siteFile.errors };
};

const said = new Map(
  execFileSync(verdicts, files, { encoding: "utf8" }).trim().split("\n").map((line) => line.split("\t")),
);

let different = 0;
for (const file of files) {
  const { verdict, errors } = judge(file);
  if (verdict === said.get(file)) continue;
  different += 1;
  console.log(`${file}: ajv says ${verdict}, gpujob says ${said.get(file)}`);
  if (errors) console.log(`  ${errors[0].instancePath} ${errors[0].message}`);
}
const bad = files.filter((file) => said.get(file) === "bad").length;
console.log(`${files.length} files, ${bad} bad, ${different} judged differently`);
process.exit(different === 0 && files.length >= fewestFiles && bad > 0 ? 0 : 1);
