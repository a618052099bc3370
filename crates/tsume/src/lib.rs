//! Tsume-shogi: df-pn with proof trees.
