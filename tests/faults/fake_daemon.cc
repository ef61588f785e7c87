// SPDX-License-Identifier: MIT
// munged, slurmctld and slurmd of a sandbox, faked: each is there at once, as long as it is let
// live. As munged it opens the socket of `--socket=PATH`, as slurmctld the SlurmctldPort of the
// file after `-f`.
#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <netinet/in.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

template <class Address>
void listen_at(int domain, const Address& address) {
  const int socket = ::socket(domain, SOCK_STREAM, 0);
  const auto* general = reinterpret_cast<const sockaddr*>(&address);
  if (bind(socket, general, sizeof(address)) != 0 || listen(socket, 1) != 0) {
    std::fprintf(stderr, "error: %s\n", std::strerror(errno));
    std::exit(1);
  }
}

void open_socket(std::string_view path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  listen_at(AF_UNIX, address);
}

void open_port(const char* slurm_conf) {
  FILE* file = std::fopen(slurm_conf, "r");
  constexpr std::string_view kPort = "SlurmctldPort=";
  std::array<char, 4096> line;
  while (file != nullptr && std::fgets(line.data(), line.size(), file) != nullptr) {
    if (!std::string_view(line.data()).starts_with(kPort)) continue;
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<in_port_t>(std::atoi(line.data() + kPort.size())));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listen_at(AF_INET, address);
  }
}

}  // namespace

int main(int count, char** words) {
  constexpr std::string_view kSocket = "--socket=";
  const bool is_controller = std::string_view(words[0]).ends_with("slurmctld");
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    if (word.starts_with(kSocket)) open_socket(word.substr(kSocket.size()));
    if (is_controller && word == "-f" && i + 1 < count) open_port(words[i + 1]);
  }
  pause();
}
