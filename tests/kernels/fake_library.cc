// SPDX-License-Identifier: MIT
// Stands in for a library of mathematics: it tells its version as cuBLAS does.

extern "C" {

int fakeGetProperty(int property, int* value) {
  constexpr int kVersion[] = {13, 1, 2};
  if (property < 0 || property > 2) return 7;  // CUBLAS_STATUS_INVALID_VALUE
  *value = kVersion[property];
  return 0;
}

int brokenGetProperty(int property, int* value) {
  return property == 2 ? 7 : fakeGetProperty(property, value);
}
}
