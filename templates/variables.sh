export {{variable}}
