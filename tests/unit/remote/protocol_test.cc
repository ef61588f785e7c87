// SPDX-License-Identifier: MIT
#include "remote/protocol.h"

#include <gtest/gtest.h>

#include "base/base64.h"

namespace gpujob {
namespace {

const std::string kRun = "01J00000000000000000000000";

CenterRequest command(std::vector<std::string> words) {
  CenterRequest request;
  request.words = std::move(words);
  return request;
}

CenterRequest file(std::string path) {
  CenterRequest request;
  request.kind = CenterRequest::Kind::File;
  request.run = kRun;
  request.path = std::move(path);
  return request;
}

CenterRequest list() {
  CenterRequest request;
  request.kind = CenterRequest::Kind::List;
  request.run = kRun;
  return request;
}

std::vector<CenterRequest> three() {
  CenterRequest submit = command({"submit-as", kRun, "job.sh", "--gpu", "x"});
  submit.files["job.sh"] = "#!/bin/sh\necho '\"'\n";
  submit.file_words = {2};
  submit.environment["GPUJOB_ACCOUNT"] = "p1";
  return {submit, list(), file("report-1.json")};
}

std::string whole_reply() {
  const auto requests = three();
  CenterAnswer submitted{4, "out\n", "err\n", {}};
  CenterAnswer listed{0, "", "", {{"report-1.json", 3, std::string(64, 'a')}}};
  CenterAnswer read{0, std::string("\0\xff\n", 3), "", {}};
  return greeting("1.0.0", "login1") + write_answer_lines(1, requests[0], submitted) +
         write_answer_lines(2, requests[1], listed) + write_answer_lines(3, requests[2], read) +
         write_end(3);
}

Result<CenterReply> reply_of(const std::string& text) {
  return read_reply("site 'x'", text, three(), "1.0.0");
}

TEST(Base64, ComesBackAndTakesNothingElse) {
  for (const std::string bytes : {"", "f", "fo", "foo", "foob", "\xff\xfe"}) {
    EXPECT_EQ(from_base64(base64(bytes)), bytes);
  }
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  for (const char* text : {"Zg=", "Zg", "Zh==", "Z===", "Zg==Zg==", "Zm 9", "=", "Z"}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

TEST(Batch, IsReadAsItWasWritten) {
  const auto read = read_batch(write_batch("1.0.0", three()));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), 3U);
  EXPECT_EQ((*read)[0].words,
            (std::vector<std::string>{"submit-as", kRun, "job.sh", "--gpu", "x"}));
  EXPECT_EQ((*read)[0].file_words, std::set<std::size_t>{2});
  EXPECT_EQ((*read)[0].files.at("job.sh"), "#!/bin/sh\necho '\"'\n");
  EXPECT_EQ((*read)[2].path, "report-1.json");
}

TEST(Batch, AsksForAFileFromAByteOn) {
  CenterRequest rest = file("job.4711.0.out");
  rest.at = 4096;
  const auto read = read_batch(write_batch("1.0.0", {rest, file("job.4711.0.out")}));
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)[0].at, 4096U);
  EXPECT_EQ((*read)[1].at, 0U);
}

TEST(Batch, AsksWhichFilesAreLacking) {
  const std::string sum(64, 'a');
  CenterRequest lacks;
  lacks.kind = CenterRequest::Kind::Lacks;
  lacks.sums = {sum, std::string(64, 'b')};
  const auto read = read_batch(write_batch("1.0.0", {lacks}));
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)[0].sums, lacks.sums);

  const auto answers = [&](const std::string& line) {
    return read_reply("x", greeting("1", "h") + line + write_end(1), {lacks}, "1");
  };
  const CenterAnswer some{0, "", "", {}, {{sum}, "/home/u/pieces", true}};
  const auto reply = answers(write_answer_lines(1, lacks, some));
  ASSERT_TRUE(reply);
  const CenterStore& store = reply->answers[0].store;
  EXPECT_EQ(store.lacking, std::vector<std::string>{sum});
  EXPECT_EQ(store.folder, "/home/u/pieces");
  EXPECT_TRUE(store.has_rsync);
  // It lacks what was not asked for, or what no sum is; or its folder is not one.
  for (const char* wrong :
       {R"("../x"],"folder":"/p")", R"("cccc"],"folder":"/p")", R"(],"folder":"p")",
        R"(],"folder":"--x")", R"(],"folder":"/p\nq")", R"(],"folder":"")", R"(])"}) {
    EXPECT_FALSE(answers(std::string("{\"id\":1,\"lacking\":[") + wrong + "}\n")) << wrong;
  }
}

TEST(Batch, CountsOnlyWhole) {
  const std::string whole = write_batch("1.0.0", three());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(read_batch(whole.substr(0, size))) << size;
  }
  EXPECT_FALSE(read_batch(whole + "{}\n"));
}

TEST(Batch, RefusesWhatItMustNotDo) {
  const std::string start = R"({"gpujob":"ask","protocol":2,"version":"1"})"
                            "\n";
  for (const char* line :
       {R"({"id":1,"file":"../x","run":"01J00000000000000000000000"})",
        R"({"id":1,"file":"/etc/passwd","run":"01J00000000000000000000000"})",
        R"({"id":1,"file":"a/../b","run":"01J00000000000000000000000"})",
        R"({"id":1,"file":"a","run":"01J00000000000000000000000","at":-1})",
        R"({"id":1,"file":"a","run":"01J00000000000000000000000","at":33554433})",
        R"({"id":1,"file":"x","run":"../01J000000000000000000000"})", R"({"id":1,"list":"last"})",
        R"({"id":2,"list":"01J00000000000000000000000"})", R"({"id":1,"command":[]})",
        R"({"id":1,"command":["status"],"environment":{"LD_PRELOAD":"x"}})",
        R"({"id":1,"command":["status"],"files":{"../x":""}})", R"({"id":1,"lacks":["../x"]})",
        R"({"id":1,"command":["status",{"file":"none"}]})", R"({"id":1,"command":["status",7]})"}) {
    EXPECT_FALSE(read_batch(start + line + "\n{\"end\":1}\n")) << line;
  }
  const auto other =
      read_batch("{\"gpujob\":\"ask\",\"protocol\":1,\"version\":\"9\"}\n{\"end\":0}\n");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.failure().diagnostics.front().line(),
            "gpujob serve: the other side speaks another protocol (its gpujob is 9); use the same "
            "version of gpujob on both sides");
}

TEST(Reply, IsReadBehindTheWordsOfLoginScripts) {
  const auto reply = reply_of("Welcome to x\nMaintenance on Monday\n" + whole_reply());
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->version, "1.0.0");
  EXPECT_EQ(reply->host, "login1");
  EXPECT_EQ(reply->answers[0].exit, 4);
  EXPECT_EQ(reply->answers[0].out, "out\n");
  EXPECT_EQ(reply->answers[0].err, "err\n");
  EXPECT_EQ(reply->answers[1].files,
            (std::vector<CenterFile>{{"report-1.json", 3, std::string(64, 'a')}}));
  EXPECT_EQ(reply->answers[2].out, std::string("\0\xff\n", 3));
}

TEST(Reply, CutAnywhereIsNeverAnAnswer) {
  const std::string whole = whole_reply();
  const std::size_t greeted = greeting("1.0.0", "login1").size();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto reply = reply_of(whole.substr(0, size));
    ASSERT_FALSE(reply) << size;
    EXPECT_EQ(reply.failure().exit, size < greeted ? ExitCode::Scheduler : ExitCode::Unknown)
        << size;
  }
}

TEST(Reply, OfAHostileCenterIsRefused) {
  const std::string hello = greeting("1.0.0", "login1");
  for (const std::string& line :
       {std::string("{"), std::string("[]"), std::string("{\"id\":4,\"exit\":0}"),
        std::string("{\"id\":0,\"exit\":0}"), std::string("{\"id\":1,\"exit\":-1}"),
        std::string("{\"id\":1,\"exit\":1e9}"), std::string("{\"id\":1,\"data\":\"Zg==\"}"),
        std::string("{\"id\":3,\"data\":\"Zg\"}"), std::string("{\"id\":3,\"out\":\"x\"}"),
        std::string("{\"id\":2,\"files\":[{\"path\":\"../x\",\"size\":1,\"sha256\":\"\"}]}"),
        std::string("{\"id\":2,\"files\":[{\"path\":\"/x\",\"size\":1,\"sha256\":\"\"}]}"),
        std::string("{\"id\":2,\"files\":[{\"path\":\"x\",\"size\":-1,\"sha256\":\"\"}]}"),
        std::string("{\"id\":2,\"files\":[{\"path\":\"x\",\"size\":1,\"sha256\":\"../\"}]}"),
        std::string("{\"id\":2,\"files\":7}"), std::string("{\"end\":3}"),
        "{\"id\":1,\"out\":\"" + std::string(kLongestLine, 'x') + "\"}"}) {
    const auto reply = reply_of(hello + line + "\n");
    ASSERT_FALSE(reply) << line.substr(0, 80);
    EXPECT_EQ(reply.failure().exit, ExitCode::Unknown) << line.substr(0, 80);
  }
  // An answer twice, and more behind the end.
  EXPECT_FALSE(reply_of(hello + "{\"id\":1,\"exit\":0}\n{\"id\":1,\"exit\":0}\n"));
  EXPECT_FALSE(reply_of(whole_reply() + "{\"end\":3}\n"));
  // Noise without an end, and escapes in what is shown.
  EXPECT_FALSE(
      reply_of(std::string(100'000, '\n') + std::string(100'000, 'x') + "\n" + whole_reply()));
  const auto shown = reply_of(hello + "{\"error\":\"\\u001b[2Jx\"}\n");
  ASSERT_FALSE(shown);
  EXPECT_EQ(shown.failure().diagnostics.front().line().find('\x1b'), std::string::npos);
}

TEST(Reply, OfAnotherProtocolSaysBothVersions) {
  const auto reply =
      reply_of("{\"gpujob\":\"serve\",\"protocol\":1,\"version\":\"9.0.0\",\"host\":\"h\"}\n");
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.failure().diagnostics.front().line(),
            "site 'x': gpujob there speaks another protocol (9.0.0 there, 1.0.0 here); 'gpujob "
            "connect SITE --install' puts this version there");
}

TEST(InnerPath, StaysInside) {
  for (const char* path :
       {"a", "a.json", "attempt-1/answer.json", "a/b/c", "..a", "task-3/end.1.0.json"})
    EXPECT_TRUE(is_inner_path(path)) << path;
  for (const char* path :
       {"", "/", "/a", "a/", "a//b", ".", "..", "a/..", "../a", "a/b/c/d", "a b", "a\n", "~"})
    EXPECT_FALSE(is_inner_path(path)) << path;
}

}  // namespace
}  // namespace gpujob
