//! Generates hard no-mates from mates, in which repetitions matter, into a file; the same seed gives the same file.
//!
//! The mates are taken in turn; each time something is changed in a mate ([`vary`]). The result is kept if the default treatment shows it
//! to be a no-mate within the range of nodes, if no-mates that depend on their path were met often enough on the way, and if the
//! independent checker accepts the certificate. No mate gives many more no-mates than the others.

use std::path::Path;

use komadai::journal::Answers;
use komadai_core::rng::{SplitMix64, mix};
use komadai_core::{Color, Hand, Key, Piece, PieceKind, Position, Setup, Square};
use komadai_report::{Failure, Progress, check_file_of, save_whole};
use komadai_tsume::{
    CycleKeep, CyclePolicy, CycleRecall, DependenceTable, DependentNoMate, SearchContext, Solver, TableError,
    Verdict,
};

use super::measure::{describe, is_accepted};
use crate::mate::CycleTreatment;
use crate::run::answers;
use crate::{Label, MateProblem};

/// Nodes that the default treatment takes, at least and at most.
const NODES: (u64, u64) = (4_000, 91_000);
/// At least one in so many nodes must be left as a no-mate that depends on its path.
const NODES_A_DEPENDENT: u64 = 50;
/// Megabytes of tables; no problem of the range fills them.
const HASH_MB: usize = 16;
/// How the file of no-mates begins.
const HEAD: &str = "# no-mates";
/// Changes tried of each mate before the generator gives up.
const MOST_ROUNDS: u64 = 1_000;

/// Writes `count` no-mates made from the mates among the problems into a file of the folder. The solver's answers on changed positions are
/// kept, so that an interrupted run can be resumed.
pub(super) fn generate(
    problems: &[MateProblem],
    count: usize,
    seed: u64,
    folder: &Path,
) -> Result<(), Failure> {
    let mates: Vec<&MateProblem> = problems.iter().filter(|problem| problem.label == Label::Mate).collect();
    if mates.is_empty() {
        return Err("no mate among the problems, expected at least one to make no-mates from".into());
    }
    let file = folder.join("generated_nomates.sfen");
    check_file_of("--out", &file, HEAD.as_bytes(), "a file of no-mates")?;
    let answers = Answers::open(folder, "generate-no-mates")?;
    let (least, most) = NODES;
    let solver = describe(CycleTreatment::Dependence, most, HASH_MB)?;
    let asked = format!("{solver}, {least} at least, a dependent no-mate in {NODES_A_DEPENDENT}");
    // One more than an equal share: some mates give none.
    let share = count.div_ceil(mates.len()) + 1;
    let mut made: Vec<(&str, u64, String)> = Vec::new();
    let progress = Progress::new(count, 0, "no-mates").resumable();
    for attempt in 0..MOST_ROUNDS * mates.len() as u64 {
        if made.len() == count {
            break;
        }
        let mate = mates[(attempt % mates.len() as u64) as usize];
        if made.iter().filter(|(name, ..)| *name == mate.name).count() >= share {
            continue;
        }
        let mut rng = SplitMix64::new(mix(seed) ^ attempt);
        let Some(pos) = vary(&mate.pos, &mut rng) else { continue };
        let sfen = pos.to_string();
        if made.iter().any(|(.., other)| *other == sfen) {
            continue;
        }
        if answers::once(&answers, &format!("{asked}; {sfen}"), || Ok(is_wanted(&pos)?))? {
            made.push((&mate.name, attempt, sfen));
            progress.step();
        }
    }
    if made.len() < count {
        let kept = made.len();
        let told = format!("found {kept} no-mates in {MOST_ROUNDS} changes of each mate, expected {count}");
        return Err(told.into());
    }
    let print = mates.iter().fold(0, |print, mate| mix(print ^ mate.pos.key())) >> 40;
    let mut text = format!(
        "{HEAD}: {count} from {} mates ({print:06x}), seed {seed}, {least} to {most} nodes, a dependent no-mate in \
         {NODES_A_DEPENDENT} nodes\n# name\tsfen\tlabel\tplies\n",
        mates.len()
    );
    text.extend(made.iter().map(|(mate, attempt, sfen)| format!("{mate}_{attempt}\t{sfen}\tnomate\t--\n")));
    Ok(save_whole(&file, text)?)
}

/// Whether the position is a no-mate within the range of nodes, with repetitions that matter, and shown.
fn is_wanted(pos: &Position) -> Result<bool, TableError> {
    let (least, most) = NODES;
    let mut solver = Solver::builder().hash_mb(HASH_MB).nodes(most).cycles(Counted::default()).build()?;
    let solution = solver.solve(&mut pos.clone());
    let nodes = solution.nodes - solution.rebuild_nodes;
    Ok(solution.verdict == Verdict::NoMate
        && (least..=most).contains(&nodes)
        && solver.cycles().dependent * NODES_A_DEPENDENT >= nodes
        && is_accepted(&solution) == Some(true))
}

/// The default treatment, which counts the no-mates that depend on their path.
#[derive(Default)]
struct Counted {
    inner: DependenceTable,
    dependent: u64,
}

impl CyclePolicy for Counted {
    fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        self.inner.resize(bytes)
    }

    fn new_search(&mut self) {
        self.inner.new_search();
    }

    fn recall(&mut self, context: &SearchContext<'_>, at: (Key, Hand)) -> CycleRecall {
        self.inner.recall(context, at)
    }

    fn record(&mut self, context: &SearchContext<'_>, at: (Key, Hand), found: &DependentNoMate) -> CycleKeep {
        self.dependent += 1;
        self.inner.record(context, at, found)
    }
}

/// The problem with one thing changed, drawn at random: a piece on the board goes to the defender's hand or one step aside, or a piece of
/// the attacker's hand goes to the defender's. Kings stay. `None` if the change is impossible, or leaves no valid position.
pub(super) fn vary(pos: &Position, rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::from(pos);
    let attacker = pos.side_to_move();
    if rng.below(6) == 0 {
        let kind = PieceKind::HAND[rng.below(PieceKind::HAND.len() as u64) as usize];
        let held = pos.hand(attacker);
        setup.hands[attacker.index()] = held.with(kind, held.count(kind).checked_sub(1)?)?;
        give(&mut setup, !attacker, kind)?;
    } else {
        let is_movable = |piece: Piece| piece.kind() != PieceKind::King;
        let pieces = Square::all().filter(|square| setup.board[square.index()].is_some_and(is_movable));
        let pieces: Vec<Square> = pieces.collect();
        let square = *pieces.get(rng.below(pieces.len().max(1) as u64) as usize)?;
        let piece = setup.board[square.index()].take()?;
        if rng.below(2) == 0 {
            give(&mut setup, !attacker, piece.kind().unpromoted())?;
        } else {
            let to = square.offset(rng.below(3) as i8 - 1, rng.below(3) as i8 - 1)?;
            setup.board[to.index()].replace(piece).is_none().then_some(())?;
        }
    }
    Position::new(&setup).ok().filter(|varied| varied != pos)
}

fn give(setup: &mut Setup, color: Color, kind: PieceKind) -> Option<()> {
    let hand: Hand = setup.hands[color.index()];
    setup.hands[color.index()] = hand.with(kind, hand.count(kind) + 1)?;
    Some(())
}
