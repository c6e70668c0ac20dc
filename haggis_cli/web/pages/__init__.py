"""The pages, a module for each group; a page is a function from a request to a response."""
