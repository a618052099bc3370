//! All integration tests in one program: one file an idea, linked once.

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
mod memory;
mod odds;
mod record;
mod reference;
mod rules;
mod shortest;
mod threads;
mod worth;
