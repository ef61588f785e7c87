// SPDX-License-Identifier: MIT
#include "harness/json.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace gpujob {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace

std::string number_text(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  if (value == std::floor(value) &&
      std::fabs(value) < 1e15) {  // whole numbers in plain digits, not as 1e+06
    std::snprintf(text, sizeof text, "%.0f", value);
    return text;
  }
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

void Json::comma() {
  if (has_items_.empty()) return;
  if (has_items_.back()) out_ += ',';
  has_items_.back() = true;
  out_ += '\n';
  out_.append(2 * has_items_.size(), ' ');
}

void Json::write_key(const std::string& key) {
  comma();
  if (!key.empty()) out_ += quoted(key) + ": ";
}

void Json::open(const std::string& key, char bracket) {
  write_key(key);
  out_ += bracket;
  has_items_.push_back(false);
}

void Json::close(char bracket) {
  const bool had_items = has_items_.back();
  has_items_.pop_back();
  if (had_items) {
    out_ += '\n';
    out_.append(2 * has_items_.size(), ' ');
  }
  out_ += bracket;
}

void Json::begin(const std::string& key) {
  open(key, '{');
}
void Json::end() {
  close('}');
}
void Json::begin_list(const std::string& key) {
  open(key, '[');
}
void Json::end_list() {
  close(']');
}

void Json::put(const std::string& key, const std::string& text) {
  write_key(key);
  out_ += quoted(text);
}

void Json::put(const std::string& key, const char* text) {
  put(key, std::string(text));
}

void Json::put(const std::string& key, double number) {
  write_key(key);
  out_ += number_text(number);
}

void Json::put(const std::string& key, int number) {
  write_key(key);
  out_ += std::to_string(number);
}

void Json::put(const std::string& key, bool boolean) {
  write_key(key);
  out_ += boolean ? "true" : "false";
}

void Json::put(const std::string& key, const std::vector<double>& numbers) {
  write_key(key);
  out_ += '[';
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    out_ += (k == 0 ? "" : ", ") + number_text(numbers[k]);
  }
  out_ += ']';
}

void Json::put(const std::string& key, const std::vector<std::string>& texts) {
  write_key(key);
  out_ += '[';
  for (std::size_t k = 0; k < texts.size(); ++k) out_ += (k == 0 ? "" : ", ") + quoted(texts[k]);
  out_ += ']';
}

void Json::put_null(const std::string& key) {
  write_key(key);
  out_ += "null";
}

void Json::put_or_null(const std::string& key, const std::string& text) {
  text.empty() ? put_null(key) : put(key, text);
}

}  // namespace gpujob
