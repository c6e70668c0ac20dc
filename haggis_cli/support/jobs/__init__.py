"""Long work shared out. Begin with `workers.parallel_map`; `processes` are those of this machine."""
