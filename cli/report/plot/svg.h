// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace gpujob {

/// A place in a drawing: pixels right and down of its upper left corner.
struct Spot {
  double x = 0, y = 0;
};

enum class Anchor { Start, Middle, End };

/// A drawing. Its parts name classes of plot_style.h and carry no style of their own, so that one
/// drawing works in light, dark and print, and under a policy that forbids styles in attributes.
class Svg {
 public:
  Svg(double width, double height) : width_(width), height_(height) {}

  void line(Spot from, Spot to, std::string_view classes);
  void rectangle(Spot corner, Spot opposite, std::string_view classes);
  /// `data` as SVG spells paths: "M1 2h3".
  void path(std::string_view data, std::string_view classes);
  /// `text` is any text; it is escaped.
  void text(Spot at, std::string_view text, std::string_view classes,
            Anchor anchor = Anchor::Start);
  /// What follows until `close` is one group with these classes.
  void open(std::string_view classes);
  void close() { body_ += "</g>"; }

  double width() const { return width_; }
  double height() const { return height_; }
  void set_height(double height) { height_ = height; }

  /// For a page that holds the style itself. `id` is unique there; `title` and `description` are
  /// what a screen reader says.
  std::string inlined(std::string_view id, std::string_view title,
                      std::string_view description) const;
  /// A file of its own, with its style and a background.
  std::string file(std::string_view title, std::string_view description) const;

 private:
  std::string body_;
  double width_, height_;
};

/// At most one decimal: "12", "12.5".
std::string coordinate(double pixels);

/// Pixels that `text` takes at most at `size` pixels, in whatever plain font the reader has.
double text_width(std::string_view text, double size);

/// `text`, or its beginning and end with "…" between them, in at most `width` pixels.
std::string shortened(std::string_view text, double width, double size);

}  // namespace gpujob
