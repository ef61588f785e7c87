// SPDX-License-Identifier: MIT
// The yardstick of `./dev bench cli`: a dynamically linked C++ program that only includes iostream.
#include <iostream>

int main() {
  return 0;
}
