// SPDX-License-Identifier: MIT
// The theme puts wide tables into a box that scrolls; a keyboard must reach it.
document$.subscribe(() => setTimeout(() => {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap")) box.tabIndex = 0;
}));
