//! Komadai.
