//! Integration tests of the experiments, the examples and the repository, in one program.

mod aids;
mod arrows;
mod build_book;
mod check_certificate;
mod circles;
mod compare_cycles;
mod consultation;
mod convert;
mod count_categories;
mod custom_parts;
#[path = "../../../../tests/it/example/mod.rs"]
mod example;
mod gamble;
mod help;
mod heuristics;
mod inspect_pairs;
mod kept;
mod killer_effectiveness;
mod make_corpus;
mod next_move;
mod packages;
mod perft_example;
mod rate_evaluation;
mod readme;
mod refused;
mod reliability;
mod report;
mod self_play;
mod solve_hisshi;
mod solve_tsume;
mod train_self_play;
mod trained;
mod tune;
