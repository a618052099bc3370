//! What `{:?}` says of what holds many numbers: how many there are, never the numbers.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::sync::Arc;

use komadai_core::journal::{JournalHeader, SavedJournal};
use komadai_core::notation::packed::{PackedPosition, Record, RecordResult};
use komadai_core::notation::usi::GameLine;
use komadai_core::testing::assert_debug_is_short;
use komadai_core::{GameResult, Move, PieceValues, Position};
use komadai_eval::pair::{Fold, Symmetry};
use komadai_eval::terms::AllTerms;
use komadai_eval::{PieceCounts, PiecePlaces};
use komadai_learn::comparison::{Comparison, ComparisonOptions, TrainingGame};
use komadai_learn::corpus::{Block, CorpusOptions, PlayedGame, SelfPlay};
use komadai_learn::outcome::{Outcome, OutcomeOptions, SharedPairs};
use komadai_learn::pairs::{
    EncodedGame, EncodedGames, Model, PairEquations, QuietMoves, Spread, Unknowns, Validator,
};
use komadai_learn::reduce::ThreadReduce;
use komadai_learn::reliability::{CalibrationBin, FactRows, Sample, SearchedDepth, SpreadRows};
use komadai_learn::solve::{CgOptions, conjugate_gradient};
use komadai_learn::{BookCounter, BookRules, CategoryCounts, SoftmaxOptions, SoftmaxTrainer};
use komadai_search::policy::category::Tacos;

/// A game of many moves: kings that go to and fro.
fn long_game() -> (Position, Vec<Move>) {
    let moves = ["5i5h", "5a5b", "5h5i", "5b5a"].map(|mv| mv.parse().unwrap());
    (Position::startpos(), moves.into_iter().cycle().take(400).collect())
}

fn records() -> Vec<Record> {
    let position = PackedPosition::pack(&Position::startpos()).unwrap();
    // Results follow the scores three times of four: else there is no scale to learn by.
    let record = |n: i16| {
        let result = if (n > 1_000) == (n % 4 != 0) { RecordResult::Win } else { RecordResult::Loss };
        Record { position, score: n - 1_000, mv: None, ply: 1, result }
    };
    (0..2_000).map(record).collect()
}

#[test]
fn counters_and_corpora() {
    let (start, moves) = long_game();
    let mut book = BookCounter::new(BookRules::default());
    book.add_moves(&start, &moves, None);
    assert_debug_is_short(&book);
    assert_debug_is_short(&CategoryCounts::new::<Tacos>());
    assert_debug_is_short(&SoftmaxTrainer::new(SoftmaxOptions::default()));
    assert_debug_is_short(&TrainingGame { start, moves });
    assert_debug_is_short(&Block { bytes: vec![7; 40_000], ..Block::default() });
    let options = CorpusOptions { nodes: 10, ..CorpusOptions::default() };
    let openings = vec![GameLine::parse("startpos moves 7g7f").unwrap(); 500];
    let games = SelfPlay::new(options, openings).unwrap();
    assert_debug_is_short(&games);
    assert_debug_is_short(&PlayedGame { records: records(), result: GameResult::Draw, plies: 400 });
    let run = "many settings, ".repeat(200);
    let header = JournalHeader { kind: "shown", run: &run, columns: "" };
    assert_debug_is_short(
        &SavedJournal::read(&std::env::temp_dir().join("komadai-no-such-journal"), &header).unwrap(),
    );
}

#[test]
fn trainers_and_their_states() {
    let options = ComparisonOptions::default();
    let comparison = Comparison::new(AllTerms::default(), PieceValues::default(), options);
    assert_debug_is_short(&comparison);
    assert_debug_is_short(&comparison.passes(0).train(&[]).unwrap().state);
    let records = records();
    assert_debug_is_short(&Outcome::new(PiecePlaces, OutcomeOptions::default()));
    assert_debug_is_short(&Outcome::new(PieceCounts, OutcomeOptions::default()).train(&records).unwrap());
    assert_debug_is_short(&ThreadReduce::group(3)[0]);
}

#[test]
fn pairs_and_their_equations() {
    let (start, moves) = long_game();
    let fold = Arc::new(Fold::new(Symmetry::ColorsAndSides));
    assert_debug_is_short(&SharedPairs::new(Arc::clone(&fold)));
    let game = EncodedGame::from_moves(&mut QuietMoves::default(), &start, &moves).unwrap();
    assert_debug_is_short(&game);
    let games: EncodedGames = std::iter::repeat_n(game, 20).collect();
    assert_debug_is_short(&games);
    let unknowns = Unknowns::select(fold, |slot| slot % 100 == 0);
    assert_debug_is_short(&unknowns);
    let mut equations = PairEquations::new(&games, &unknowns, Model::Sibling, Spread::default(), ());
    let options = CgOptions { iterations: 1, ..CgOptions::default() };
    let state = conjugate_gradient(&mut equations, &options, 1, None, |_| Ok(())).unwrap();
    assert_debug_is_short(&equations);
    assert_debug_is_short(&state);
    let mut validator = Validator::default();
    validator.validate(&games, Model::Sibling, &unknowns, &state.x);
    assert_debug_is_short(&validator);
}

#[test]
fn samples_and_rows() {
    let depth = SearchedDepth { depth: 1, value: 5, best: "7g7f".parse().unwrap(), nodes: 30 };
    let sample =
        Sample { game: 1, ply: 3, progress: 0, position: Position::startpos(), depths: vec![depth; 60] };
    assert_debug_is_short(&sample);
    let mut rows = SpreadRows::new(10);
    let mut facts = FactRows::default();
    for game in 0..1_000 {
        rows.feature(3, 1.5);
        rows.end_row(0.5, game);
        if let Some(found) = sample.facts(1) {
            facts.push(1.0, found, 0.5, game);
        }
    }
    assert_debug_is_short(&rows);
    assert_debug_is_short(&facts);
    assert_debug_is_short(&CalibrationBin { predicted: 1.0, width: 0.1, rows: (0..9_000).collect() });
}
