"""What `haggis` alone prints, before anything heavy is loaded: the first page, in `first_page`."""
