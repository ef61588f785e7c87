// SPDX-License-Identifier: MIT
// check.mjs MODULES VERDICTS SOURCE: does ajv, with the committed JSON Schemas, judge every file as
// gpujob's field tables do? So must the schema of SchemaStore's entry for sites/*.yaml, which does
// not know whether a file is a profile or an overlay. Each schema compiles alone, or with the others that SchemaStore is told
// of, in the strict mode of SchemaStore's own check (cli.js: ajvFactory). Files in bad/yaml are left out: YAML itself refuses
// them, or they differ only in the spelling of a number, which is gone once a parser has read it.
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
const recipe = join(source, "packaging/schemastore");

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

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const schemas = new Map(
  [join(source, "profiles/schema"), recipe].flatMap((directory) =>
    readdirSync(directory).filter((name) => name.endsWith(".schema.json")).map((name) => read(join(directory, name))),
  ).map((schema) => [basename(schema.$id), schema]),
);
const { options } = read(join(recipe, "schema-validation.json"));
const compiled = ([name, schema]) => {
  const ajv = new Ajv({ strict: true });
  for (const other of options[name]?.externalSchema ?? []) ajv.addSchema(schemas.get(other));
  return [name.match(/^gpujob-(.*)-\d+\.json$/)[1], ajv.compile(schema)];
};
const validators = Object.fromEntries([...schemas].map(compiled));

const validatorFor = (file) => {
  const name = basename(file);
  if (name.startsWith("gpus")) return validators.gpus;
  if (name.startsWith("overlay")) return validators.overlay;
  return name.startsWith("workload") ? validators.workload : validators.site;
};

const judge = (file) => {
  const validate = validatorFor(file);
  const value = YAML.parse(readFileSync(file, "utf8"), { version: "1.2", uniqueKeys: true });
  const found = validate(value) ? { verdict: "ok" } : { verdict: "bad", errors: validate.errors };
  const isSiteFile = validate === validators.site || validate === validators.overlay;
  const siteFile = validators["site-file"];
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
const report = validators.report(read(join(source, "profiles/schema/report.example.json")));
if (!report) console.log("the example of a report does not fit its schema");
process.exit(different === 0 && report && files.length >= fewestFiles && bad > 0 ? 0 : 1);
