#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fetch_arm64.sh FOLDER: the archives that the command line is linked from, as Debian builds them for
# arm64, unpacked below FOLDER/packages/<package>. Nothing of the system is changed: apt gets a state
# and a cache of its own.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
packages=(libyaml-cpp-dev libsqlite3-dev libre2-dev)
apt=(-o Dir::State="$folder/apt/state" -o Dir::Cache="$folder/apt/cache"
  -o Dir::State::status=/dev/null -o APT::Architecture=arm64 -o APT::Architectures::=arm64
  -o APT::Sandbox::User=root -o Debug::NoLocking=1)
mkdir -p "$folder/apt/state/lists/partial" "$folder/apt/cache/archives/partial" "$folder/packages"
for package in "${packages[@]}"; do
  [ -d "$folder/packages/$package" ] && continue
  [ -n "$(ls -A "$folder/apt/state/lists" | grep arm64 || true)" ] || apt-get "${apt[@]}" update -qq
  (cd "$folder" && apt-get "${apt[@]}" download -qq "$package:arm64")
  dpkg-deb -x "$folder/${package}"_*_arm64.deb "$folder/packages/$package"
done
