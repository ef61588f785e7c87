# SPDX-License-Identifier: MIT
# oracle.R FILE: reads the cases that oracle.py writes (one a line: kind, then lists divided by "|",
# numbers by blanks) and prints R's answers to them, 17 digits, one case a line.
show <- function(...) cat(formatC(c(...), digits = 17, format = "g"), sep = " ")
numbers <- function(text) as.numeric(strsplit(text, " ")[[1]])
for (line in readLines(commandArgs(TRUE)[1])) {
  parts <- strsplit(line, "|", fixed = TRUE)[[1]]
  a <- numbers(parts[2])
  if (parts[1] == "summary") {
    show(min(a), quantile(a, c(.25, .5, .75, .95), type = 7, names = FALSE), max(a),
         mad(a, constant = 1))
  } else if (parts[1] == "rank") {
    b <- numbers(parts[3])
    test <- suppressWarnings(wilcox.test(a, b))
    show(unname(test$statistic), test$p.value)
  } else if (parts[1] == "holm") {
    show(p.adjust(a, "holm"))
  } else if (parts[1] == "student") {
    show(qt(a[1], a[2]))
  } else if (parts[1] == "normal") {
    show(pnorm(a[1], lower.tail = FALSE))
  }
  cat("\n")
}
