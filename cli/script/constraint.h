// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpujob {

/// The expression of --constraint: `a&b`, `a|b`, `(a|b)&c`, `[a|b]`, `a*4`; a comma is an `&`.
/// Source: https://slurm.schedmd.com/sbatch.html (--constraint).
class Constraint {
 public:
  /// Nothing if Slurm cannot read it.
  static std::optional<Constraint> parse(std::string_view text);

  /// The features named, in order, each once.
  const std::vector<std::string>& features() const { return features_; }

  /// Could a node with `features` satisfy it? A feature outside `known` may be on any node, so it
  /// counts as present.
  bool may_match(const std::vector<std::string>& features,
                 const std::vector<std::string>& known) const;

 private:
  friend class ConstraintParser;
  enum class Kind { Feature, And, Or };
  struct Node {
    Kind kind = Kind::Feature;
    std::size_t feature = 0;            ///< index in features_
    std::vector<std::size_t> children;  ///< indices in nodes_
  };

  bool evaluate(std::size_t node, const std::vector<std::string>& features,
                const std::vector<std::string>& known) const;

  std::vector<std::string> features_;
  std::vector<Node> nodes_;
  std::size_t root_ = 0;
};

}  // namespace gpujob
