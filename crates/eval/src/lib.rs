//! Shogi evaluation: material, pairs of pieces, progress.
