"""View hierarchies: parsing, selectors, state keys and differences."""
