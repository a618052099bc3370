//! Training of shogi evaluation and search models.
