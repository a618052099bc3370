//! Shows what a model of pairs has learned: its heaviest relations, its histogram, its board [R7] [R8]; or a model of effects.
//!
//! ```sh
//! komadai-lab inspect-pairs
//! komadai-lab inspect-pairs effects.kmd
//! komadai-lab inspect-pairs sibling.kmd --games pros.tsv --piece K8h --partner g
//! ```
//!
//! Without a file the built-in model is shown. Table 3 of paper 001 is shown beside its own: the heaviest relations of all, and of those
//! seen in at least 200 positions of the games. Fig. 2 is the histogram of the weights. The heat map shows what a partner on each square
//! adds to a chosen piece.
//!
//! Table 3 is in `heaviest.rs`.

mod heaviest;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use komadai::pairs_model;
use komadai_core::artifact::{Artifact, Provenance, inspect};
use komadai_core::{Color, Hand, Piece, PieceKind, Place, Placed, Position, Setup, Square};
use komadai_eval::PiecePlace;
use komadai_eval::effects::{EffectsModel, KingEffects};
use komadai_eval::pair::{Fold, PairModel, Relation};
use komadai_report::options::Out;
use komadai_report::{Cell, Failure, Plot, Printed, Report, Table};

use crate::data::games::GameFiles;

/// Shows what a model of pairs of pieces has learned, or one of effects around the kings.
#[derive(Args)]
#[command(
    after_help = "PIECE is a piece as in SFEN, upper case for Black, and its square: K8h, +b2b; * is the hand: P*. Lines of a file of \
                        games are ID<TAB>START<TAB>MOVES<TAB>RESULT…"
)]
pub(super) struct Options {
    /// A model of pairs, or of effects, to which options about pairs do not apply [default: the built-in one of pairs].
    model: Option<PathBuf>,
    #[command(flatten)]
    games: GameFiles,
    /// The piece of the heat map.
    #[arg(long, value_name = "PIECE", default_value = "K8h")]
    piece: PiecePlace,
    /// Its partner: a piece as in SFEN, on every square in turn.
    #[arg(long, value_name = "KIND", default_value = "G", value_parser = partner)]
    partner: PiecePlace,
    #[command(flatten)]
    out: Out,
}

/// A piece without its place, kept as that piece on 1a.
fn partner(text: &str) -> Result<PiecePlace, String> {
    format!("{text}1a").parse().map_err(|_| format!("found {text:?}, expected a piece as in SFEN: G, +r"))
}

/// Relations in each part of table 3.
const TOP: usize = 10;
/// Fewest positions in which a relation of its second part is seen, as in the paper.
const OFTEN: u32 = 200;

/// Prints and saves tables, histogram and board.
pub(super) fn run(options: &Options) -> Result<Vec<Printed>, Failure> {
    options.out.check()?;
    let is_of_effects = |path: &&Path| inspect(path).is_ok_and(|file| file.kind == "effects");
    if let Some(path) = options.model.as_deref().filter(is_of_effects) {
        return effects(path, options.out.report());
    }
    let (name, model, made) = match &options.model {
        None => ("pairs".to_owned(), pairs_model::model().clone(), pairs_model::provenance().clone()),
        Some(path) => {
            let (model, made) = PairModel::load(path)?;
            (path.display().to_string(), model, made)
        }
    };
    let fold = Fold::new(model.symmetry);
    let svg = heat_map(&model, &fold, options.piece, options.partner)?;
    let games = options.games.read()?;
    let mut report = options.out.report();
    let (weights, made) = (model.weights.len(), origin(&made));
    writeln!(report, "{name}: {weights} weights, {:?}\n{made}", model.symmetry)?;

    let seen = heaviest::count(&games.games)?;
    let (all, often) = heaviest::tables(&model, &fold, &seen, TOP, OFTEN);
    let positions: usize = games.games.iter().map(|game| game.moves.len()).sum();
    let title = "Relations of two pieces [R5], and those that are seen in the games";
    report.table(title, "relations.csv", &heaviest::relations(&seen, positions))?;
    let title = format!("Table 3: heaviest relations of {name} [R8], seen in {positions} positions");
    report.table(&title, "heaviest.csv", &all)?;
    report.table(&format!("Seen at least {OFTEN} times"), "heaviest-often.csv", &often)?;
    report.print("Table 3 of paper 001", &heaviest::paper())?;
    let title = format!("Fig. 2: weights of {name} by size, in centipawns");
    report.table(&title, "histogram.csv", &histogram(&model))?;
    report.figure("histogram.svg", &figure(&model))?;
    let (piece, partner) = (options.piece, options.partner.placed().piece);
    writeln!(report, "\nThe heat map: {piece} and {partner} on each square")?;
    report.file("Board", "heat-map.svg", &svg)?;
    Ok(report.finish()?)
}

/// How many weights fall into each step of size.
fn histogram(model: &PairModel) -> Table {
    let mut table = Table::new(["from", "below", "weights", "%"]);
    let (mut zero, mut counts) = (0, [0; EDGES.len() + 1]);
    for weight in weights(model) {
        if weight == 0.0 {
            zero += 1;
        } else {
            counts[EDGES.partition_point(|&edge| edge <= weight)] += 1;
        }
    }
    let all = zero + counts.iter().sum::<usize>();
    let mut row = |from: Cell, below: Cell, count: usize| {
        table.push([from, below, count.into(), Cell::Real(100.0 * count as f64 / all as f64, 2)]);
    };
    let edge = |number: usize| EDGES.get(number).map(|&edge| Cell::Real(edge, 1));
    for (number, count) in counts.into_iter().enumerate() {
        if count > 0 {
            row(number.checked_sub(1).and_then(edge).into(), edge(number).into(), count);
        }
        if EDGES.get(number) == Some(&0.0) {
            row("0".into(), "0".into(), zero);
        }
    }
    table
}

/// Edges of the steps; the outermost steps have only one.
const EDGES: [f64; 15] =
    [-64.0, -32.0, -16.0, -8.0, -4.0, -2.0, -1.0, 0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// Weights in centipawns.
fn weights(model: &PairModel) -> impl Iterator<Item = f64> + '_ {
    model.weights.iter().map(|&weight| f64::from(weight) / f64::from(model.units))
}

/// The weights that are not 0, as fig. 2.
fn figure(model: &PairModel) -> Plot {
    let edge = 32.0;
    let shown = weights(model).filter(|&weight| weight != 0.0 && weight.abs() <= edge);
    Plot::new("Weights of pairs (fig. 2 of paper 001), those of 0 and beyond ±32 left out")
        .x_axis("weight", "centipawns")
        .y_axis("weights", "")
        .histogram("weights", shown, 64)
}

/// What a partner on each square adds to a piece.
fn heat_map(
    model: &PairModel,
    fold: &Fold,
    piece: PiecePlace,
    partner: PiecePlace,
) -> Result<String, Failure> {
    let mut setup = Setup::empty();
    let Placed { piece: chosen, place } = piece.placed();
    match place {
        Place::Board(square) => setup.board[square.index()] = Some(chosen),
        Place::Hand if chosen.kind() == PieceKind::King => return Err("a king is never in hand".into()),
        Place::Hand => {
            let one = Hand::default().with(chosen.kind(), 1);
            setup.hands[chosen.color().index()] = one.ok_or("promoted pieces are never in hand")?;
        }
    }
    // Drawn only; the side to move must not be able to take a king.
    setup.side_to_move = Color::Black;
    let other = partner.placed().piece;
    let on = |square: Square| {
        let partner = PiecePlace::new(Placed { piece: other, place: Place::Board(square) });
        Relation::between(piece, partner)
            .filter(|_| piece != partner)
            .map(|relation| model.weight_cp(fold, relation))
    };
    let title = format!("{piece} and {other} on each square, centipawns for Black");
    Ok(komadai_report::heat_map(&Position::new(&setup)?, &title, on))
}

/// Numbers of effects that are distinguished.
const COUNTS: u8 = 4;

/// Shows a model of effects: the value of each number of own and enemy effects, beside the king and a square further; the cost of an attack
/// and the value of a guard on each square.
fn effects(path: &Path, mut report: Report) -> Result<Vec<Printed>, Failure> {
    let (model, made) = EffectsModel::load(path)?;
    writeln!(report, "{}: {} weights\n{}", path.display(), KingEffects::COUNT, origin(&made))?;
    let title = "Effects on a square near a king, centipawns for its owner, mean over the squares";
    report.table(title, "effects.csv", &effects_table(&model))?;
    let (king, mut setup) = (Square::new(5, 5).ok_or("no square 5e")?, Setup::empty());
    setup.board[king.index()] = Some(Piece::new(Color::Black, PieceKind::King));
    let board = Position::new_irregular(&setup)?;
    for (file, what, before, after) in [
        ("effects-attack.svg", "a first enemy effect against one own", (1, 0), (1, 1)),
        ("effects-guard.svg", "a second own effect against one of the enemy", (1, 1), (2, 1)),
    ] {
        let on = |square: Square| {
            // Files to the left and ranks down.
            let at = (square.file() as i8 - king.file() as i8, square.rank() as i8 - king.rank() as i8);
            let worth = |(own, enemy)| Some(model.weight_cp(KingEffects::feature(at, own, enemy)?));
            Some(worth(after)? - worth(before)?)
        };
        let title = format!("What {what} is worth, centipawns");
        report.file("Board", file, &komadai_report::heat_map(&board, &title, on))?;
    }
    Ok(report.finish()?)
}

/// One row for each ring of squares and number of own effects, one column for each number of enemy effects.
fn effects_table(model: &EffectsModel) -> Table {
    let mut table = Table::new(["squares", "own effects", "enemy 0", "1", "2", "3 or more"]);
    for (name, distance) in [("beside the king", 1), ("one further", 2)] {
        let ring: Vec<(i8, i8)> = (-2..=2_i8)
            .flat_map(|left| (-2..=2_i8).map(move |down| (left, down)))
            .filter(|(left, down)| left.abs().max(down.abs()) == distance)
            .collect();
        for own in 0..COUNTS {
            let mean = |enemy| {
                let weights = ring.iter().filter_map(|&at| KingEffects::feature(at, own, enemy));
                weights.map(|feature| model.weight_cp(feature)).sum::<f64>() / ring.len() as f64
            };
            let [none, one, two, three] = [0, 1, 2, 3].map(|enemy| Cell::Real(mean(enemy), 1));
            let own = if own + 1 < COUNTS { own.to_string() } else { format!("{own} or more") };
            table.push([name.into(), own.into(), none, one, two, three]);
        }
    }
    table
}

/// Origin of a model, in one line.
fn origin(made: &Provenance) -> String {
    format!("{} from {} rows of {}: {}", made.made_by, made.rows, made.source, made.parameters)
}
