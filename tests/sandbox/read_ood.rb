# SPDX-License-Identifier: MIT
# Apps by name, as JSON, on standard input: of each the form, and what is submitted for each GPU type, as JSON. Read as
# Open OnDemand does it, with ERB and Psych (OSC/ondemand: apps/dashboard/app/models/batch_connect/app.rb, submit_opts).
require "erb"
require "json"
require "ostruct"
require "yaml"

def submitted(template, answers)
  context = OpenStruct.new(answers).instance_eval { binding }
  YAML.safe_load(ERB.new(template, trim_mode: "-").result(context))
end

apps = JSON.parse($stdin.read).transform_values do |text|
  _, form, template = text.split(/^---\n/)
  form = YAML.safe_load(form)
  # Not the names alone: what `form` lists becomes a question, and its answer a word of the template.
  answers = form["form"].to_h { |name| [name, "1"] }
  types = form["attributes"]["gpu_type"]["options"].map(&:last)
  { "form" => form, "submit" => types.to_h { |type| [type, submitted(template, answers.merge("gpu_type" => type))] } }
end
puts JSON.generate(apps)
