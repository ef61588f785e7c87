# SPDX-License-Identifier: MIT
"""What the theme leaves out and readers with a screen reader or a keyboard need; called by mkdocs."""
import re

MENDED = [('role="dialog"', 'role="dialog" aria-label="Search"'),
          ('class="md-search__scrollwrap"', 'class="md-search__scrollwrap" tabindex="0"'),
          (r"(<pre\b[^>]*>(?:<span></span>)?<code)", r'\1 tabindex="0"')]


def mend(text):
    for old, new in MENDED:
        text = re.sub(old, new, text)
    return text


def on_post_page(output, **_):
    return mend(output)


def on_post_template(output_content, **_):  # 404.html
    return mend(output_content)
