//! All integration tests in one program: one file an idea, linked once.

mod analyze;
mod arrows;
mod build_book;
mod check_certificate;
mod compare_cycles;
mod consultation;
mod convert;
mod count_categories;
mod custom_killer;
mod default_model;
mod example;
mod heuristics;
mod inspect_pairs;
mod killer_effectiveness;
mod make_corpus;
mod next_move;
mod perft;
mod perft_example;
mod rate_evaluation;
mod readme;
mod self_play;
mod solve_tsume;
mod train_comparison;
mod train_pairs;
mod train_self_play;
mod usi_engine;
