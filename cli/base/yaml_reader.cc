// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <istream>
#include <numeric>
#include <optional>
#include <streambuf>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "base/format.h"
#include "base/text.h"
#include "base/yaml.h"
#include "base/yaml_text.h"

// yaml-cpp reports what it reads as a sequence of events; TreeBuilder builds our tree from them and
// refuses, at the event itself, what the library accepts: anchors, tags, merge keys, duplicate
// keys, depth and number of values. The library's own tree and conversions are never used.
//
// Example: "a: [x]" gives map start, scalar a, sequence start, scalar x, sequence end, map end.
// Each start pushes a frame; each end pops it and hands the finished node to the frame below, where
// it is a key, a value or an item.
//
// A file holds one document, but the library stops at the end of the first block, even in the
// middle of a file: so it is asked for documents until it has none.

namespace gpujob {

namespace {

constexpr std::size_t kMaxYamlDepth = 32;
constexpr std::size_t kMostNodes = 10'000;

YamlPlace place_of(const YAML::Mark& mark) {
  return {mark.line + 1, mark.column + 1};
}

/// Is "~" or "null" written at the mark? If not, the value is empty and the mark that of the next
/// token.
bool is_written_null(std::string_view text, const YAML::Mark& mark) {
  const std::string_view here =
      text.substr(std::min(static_cast<std::size_t>(mark.pos), text.size()));
  constexpr std::array<std::string_view, 4> kNulls{"~", "null", "Null", "NULL"};
  return std::any_of(kNulls.begin(), kNulls.end(), [&](std::string_view word) {
    return here.starts_with(word) &&
           (here.size() == word.size() ||
            std::string_view(" \t\r\n,]}").find(here[word.size()]) != std::string_view::npos);
  });
}

class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(std::string_view text)
      : text_(text), tabbed_lines_(lines_indented_by_tab(text)) {}

  YamlNode take_root() { return std::move(root_); }
  /// Where a text without an end went wrong: the innermost open '[' or '{', or the last token read.
  /// The library only reports the end of the file.
  YamlPlace unfinished(std::string_view message) const;

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override;

 private:
  struct Frame {
    YamlNode node;
    YAML::EmitterStyle::value style;
    std::optional<YamlNode> key;  ///< read, its value still to come
    std::size_t key_end = 0;      ///< offset behind a plain key
  };

  void open(Frame frame, const std::string& tag, YAML::anchor_t anchor);
  void close();
  void attach(YamlNode node);
  void attach_key(YamlNode key);
  void refuse_tab(YamlPlace place) const;
  void require_colon(const Frame& frame) const;
  void check(YamlPlace place, const std::string& tag, YAML::anchor_t anchor);

  std::string_view text_;
  std::vector<int> tabbed_lines_;
  std::vector<Frame> frames_;
  YamlNode root_{YamlNode::Kind::Null, {1, 1}, "", false, {}, {}};
  YamlPlace last_{1, 1};
  std::size_t nodes_ = 0;
  int documents_ = 0;
};

void TreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (++documents_ == 1) return;
  const std::size_t at = std::min(static_cast<std::size_t>(mark.pos), text_.size());
  if (text_.substr(at).starts_with("---") || trim(text_.substr(0, at)).ends_with("\n...")) {
    throw YamlProblem{place_of(mark), "more than one document", "a file holds one",
                      "remove '---' and what follows"};
  }
  throw YamlProblem{place_of(mark), "this does not belong to what stands above",
                    "the file's top level ended before this line",
                    "use one kind of block on the top level and check the indentation"};
}

YamlPlace TreeBuilder::unfinished(std::string_view message) const {
  if (message.find("flow") == std::string_view::npos) return last_;
  const auto open = std::find_if(frames_.rbegin(), frames_.rend(), [](const Frame& frame) {
    return frame.style == YAML::EmitterStyle::Flow;
  });
  return open == frames_.rend() ? last_ : open->node.place;
}

void TreeBuilder::check(YamlPlace place, const std::string& tag, YAML::anchor_t anchor) {
  last_ = place;
  refuse_tab(place);
  if (anchor != 0) throw alias_problem(place);
  if (!tag.empty() && tag != "?" && tag != "!") {
    throw tag_problem(place, replace_all(tag, "tag:yaml.org,2002:", "!!"));
  }
  if (++nodes_ > kMostNodes) {
    throw YamlProblem{place, "too many values", format("{} at most", kMostNodes), "split the file"};
  }
}

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  YamlNode node;
  node.place = place_of(mark);
  if (!is_written_null(text_, mark) && !frames_.empty()) {
    // An empty value has the mark of the next token: point at the key instead.
    const Frame& frame = frames_.back();
    require_colon(frame);
    node.place = frame.key ? frame.key->place : frame.node.place;
  }
  check(node.place, "", anchor);
  attach(std::move(node));
}

void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) {
  throw alias_problem(place_of(mark));
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  check(place_of(mark), tag, anchor);
  const std::string_view written =
      text_.substr(std::min(static_cast<std::size_t>(mark.pos), text_.size()));
  if (written.starts_with('!')) throw tag_problem(place_of(mark), "!");
  if (!is_closed_quote(written)) throw open_quote_problem(place_of(mark));
  // An escape must not mean what may not stand here itself; values are shown to people.
  if (!is_plain_ascii(value) && printable(value) != value) {
    throw YamlProblem{place_of(mark), "control character in a value", "", "remove it"};
  }
  YamlNode node;
  node.kind = YamlNode::Kind::Scalar;
  node.place = place_of(mark);
  node.scalar = value;
  node.quoted = tag == "!";
  const std::size_t end = static_cast<std::size_t>(mark.pos) + value.size();
  attach(std::move(node));
  if (!frames_.empty() && frames_.back().key) frames_.back().key_end = end;
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                                  YAML::anchor_t anchor, YAML::EmitterStyle::value style) {
  open({{YamlNode::Kind::Sequence, place_of(mark), "", false, {}, {}}, style, {}, 0}, tag, anchor);
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value style) {
  open({{YamlNode::Kind::Map, place_of(mark), "", false, {}, {}}, style, {}, 0}, tag, anchor);
}

void TreeBuilder::open(Frame frame, const std::string& tag, YAML::anchor_t anchor) {
  if (tag == "!") throw tag_problem(frame.node.place, tag);
  check(frame.node.place, tag, anchor);
  if (frames_.size() >= kMaxYamlDepth) {
    throw YamlProblem{frame.node.place, "nested too deeply",
                      format("{} levels at most", kMaxYamlDepth), ""};
  }
  frames_.push_back(std::move(frame));
}

void TreeBuilder::close() {
  YamlNode node = std::move(frames_.back().node);
  frames_.pop_back();
  attach(std::move(node));
}

void TreeBuilder::OnMapEnd() {
  const std::vector<YamlNode::Entry>& entries = frames_.back().node.entries;
  std::vector<std::size_t> order(entries.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return entries[a].first.scalar < entries[b].first.scalar;
  });
  const auto twin =
      std::adjacent_find(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return entries[a].first.scalar == entries[b].first.scalar;
      });
  if (twin != order.end())
    throw duplicate_key_problem(entries[*(twin + 1)].first, entries[*twin].first);
  close();
}

void TreeBuilder::attach(YamlNode node) {
  if (frames_.empty()) {
    root_ = std::move(node);
    return;
  }
  Frame& frame = frames_.back();
  if (frame.node.is_sequence()) {
    frame.node.items.push_back(std::move(node));
  } else if (!frame.key) {
    attach_key(std::move(node));
  } else {
    frame.node.entries.push_back({std::move(*frame.key), std::move(node)});
    frame.key.reset();
  }
}

void TreeBuilder::attach_key(YamlNode key) {
  if (key.kind == YamlNode::Kind::Null) {
    throw YamlProblem{key.place, "empty key", "", "write a name before ':'"};
  }
  if (!key.is_scalar()) {
    throw YamlProblem{key.place, "a key must be text", "this one is a list or a map",
                      "quote a value that begins with '{' or '['"};
  }
  if (key.scalar == "<<" && !key.quoted) {
    throw YamlProblem{key.place, "merge key '<<' is not supported",
                      "a file says what it says where it says it", "write the keys out"};
  }
  frames_.back().key = std::move(key);
}

/// The library takes a word on the last line for a key without a value.
void TreeBuilder::require_colon(const Frame& frame) const {
  if (!frame.key || frame.key->quoted || frame.style == YAML::EmitterStyle::Flow) return;
  const std::string_view behind = text_.substr(std::min(frame.key_end, text_.size()));
  if (trim(behind.substr(0, behind.find('\n'))).starts_with(':')) return;
  const std::string word = printable(frame.key->scalar);
  throw YamlProblem{frame.key->place, "'" + word + "' is neither key nor value", "no ':' follows",
                    "write '" + word + ": ...' or remove it"};
}

void TreeBuilder::refuse_tab(YamlPlace place) const {
  if (std::binary_search(tabbed_lines_.begin(), tabbed_lines_.end(), place.line)) {
    throw tab_problem(text_, place.line);
  }
}

bool met_end_of_file(std::string_view message) {
  return message.starts_with("end of sequence flow") || message.starts_with("end of map flow") ||
         message.starts_with("illegal EOF");
}

YamlProblem translated(const YAML::Exception& error, std::string_view text,
                       const TreeBuilder& builder) {
  const bool unplaced = error.mark.is_null() || met_end_of_file(error.msg);
  const YamlPlace place = unplaced ? builder.unfinished(error.msg) : place_of(error.mark);
  if (std::string_view(error.msg).starts_with(YAML::ErrorMsg::UNKNOWN_ANCHOR)) {
    return alias_problem(place);
  }
  for (const int line : lines_indented_by_tab(text)) {
    if (line == place.line || line == place.line - 1) return tab_problem(text, line);
  }
  return {place, "not valid YAML", printable(error.msg), yaml_hint(error.msg)};
}

/// A stream over bytes that the caller owns.
class ByteSource : public std::streambuf {
 public:
  explicit ByteSource(const std::string& bytes) {
    char* const begin = const_cast<char*>(bytes.data());  // NOLINT: only read from
    setg(begin, begin, begin + bytes.size());
  }
};

/// Reads the tree, or returns what was thrown meanwhile.
std::optional<YamlProblem> read_tree(const std::string& text, YamlNode& root) {
  ByteSource source(text);
  std::istream stream(&source);
  TreeBuilder builder(text);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YamlProblem& refused) {
    return refused;
  } catch (const YAML::Exception& error) {
    return translated(error, text, builder);
  }
  root = builder.take_root();
  return std::nullopt;
}

}  // namespace

Result<YamlFile> parse_yaml(std::string name, std::string text) {
  std::optional<YamlProblem> problem = check_yaml_text(text);
  YamlNode root;
  if (!problem) problem = read_tree(text, root);
  YamlFile file(std::move(name), std::move(text), std::move(root));
  if (!problem) return file;
  return Failure(ExitCode::Invalid,
                 file.error(problem->place, problem->problem, problem->why, problem->fix));
}

}  // namespace gpujob
