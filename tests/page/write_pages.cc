// SPDX-License-Identifier: MIT
// write_pages DIRECTORY: pages and plots that nobody measured, for the tests in a browser.

#include <fstream>
#include <iostream>
#include <string>

#include "page/made_page.h"
#include "report/page/write_page.h"

namespace {

bool write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) std::cerr << path << ": cannot be written\n";
  return bool(file);
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  const std::string directory = std::string(words[1]) + "/";
  bool done = write(directory + "fifty.html", gpujob::write_page(gpujob::made_page(9, 7)));
  done = write(directory + "two.html", gpujob::write_page(gpujob::made_page(2, 1))) && done;
  done = write(directory + "one.html", gpujob::write_page(gpujob::made_page(1, 1))) && done;
  done = write(directory + "sweep.html", gpujob::write_page(gpujob::made_sweep(3, 4))) && done;
  done = write(directory + "hostile.html", gpujob::write_page(gpujob::hostile_page())) && done;
  for (const gpujob::PlotFile& plot : gpujob::plot_files(gpujob::made_page(9, 7))) {
    done = write(directory + plot.name, plot.text) && done;
  }
  return done ? 0 : 1;
}
