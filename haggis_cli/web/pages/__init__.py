"""The pages, a module for each family; a page is a function from a request to a response."""
