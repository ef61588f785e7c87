// SPDX-License-Identifier: MIT
#include "base/sha256.h"

#include <gtest/gtest.h>
#include <string>

namespace gpujob {
namespace {

// NIST CAVP (SHA256ShortMsg, SHA256LongMsg) and the examples of FIPS 180-2, appendix B.
TEST(Sha256, AgreesWithNist) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(sha256("\xd3"), "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1");
}

// Where the length field just fits, and where it does not (values of coreutils' sha256sum).
TEST(Sha256, PadsAtTheEdgesOfABlock) {
  EXPECT_EQ(sha256(std::string(55, 'a')),
            "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  EXPECT_EQ(sha256(std::string(56, 'a')),
            "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  EXPECT_EQ(sha256(std::string(64, 'a')),
            "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
}

TEST(Sha256, OfPartsIsThatOfTheWhole) {
  const std::string text(1'000'000, 'a');
  for (const std::size_t part : {1U, 63U, 64U, 65U, 130U, 999'999U}) {
    Sha256 sum;
    for (std::size_t at = 0; at < text.size(); at += part) sum.add(text.substr(at, part));
    EXPECT_EQ(sum.digits(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  }
}

}  // namespace
}  // namespace gpujob
