//! Alpha-beta search with interchangeable heuristics.
