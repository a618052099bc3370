//! All integration tests in one program: one file an idea, linked once.

mod certificates;
mod checker_rules;
mod common;
mod cooks;
mod cycles;
mod edges;
mod every_part;
mod forged;
mod forged_lengths;
mod futile;
mod hisshi;
mod hisshi_forged;
mod length_certificates;
mod length_reference;
mod memory;
mod odds;
mod own_cycle_policy;
mod problems;
mod record;
mod reference;
mod rules;
mod shortest;
mod tables;
mod threads;
mod worth;
