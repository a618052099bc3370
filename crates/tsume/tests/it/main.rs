//! All integration tests in one program: one file per idea, linked once.

mod certificates;
mod checker_rules;
mod common;
mod cooks;
mod cycles;
mod every_part;
mod forged;
mod forged_lengths;
mod futile;
mod hisshi;
mod hisshi_forged;
mod length_reference;
mod lengths;
mod library;
mod memory;
mod odds;
mod one_ply;
mod record;
mod rules;
mod shortest;
mod small_tables;
mod solutions;
mod threads;
mod worth;

// Under the names that they have in the library.
use library::{dfpn, mate_in_one, node, number, proof_pieces, widening};
