//! Margin models: how far a shallow search may be off, for ProbCut and futility pruning \[R19\] \[R21\].
//!
//! | model | its margin |
//! |---|---|
//! | [`FixedMargin`] | is the same everywhere |
//! | [`ByMoveNumber`] | grows with the moves played (Yoshihara & Chikayama) |
//! | [`ByStage`] | depends on what has happened in the game (Shibahara et al.) |
//! | [`LinearMargin`] | grows with the difference of the budgets |
//! | [`Counted`](super::Counted) | is used once enough supposed prunings by it were right (Ito, Hashimoto & Hashimoto) |

use std::sync::Arc;

use komadai_core::{Bitboard, Color, Piece, PieceKind, Position, Value, attacks};

use crate::depth::Depth;
use crate::parameters::parameters;

/// What a pruning is about to claim about the value that a deeper search would find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// At least beta: false if the deeper value is more than the margin *below* the shallow one.
    AboveBeta,
    /// At most alpha: false if the deeper value is more than the margin *above* the shallow one.
    BelowAlpha,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::AboveBeta, Side::BelowAlpha];
}

/// Margin model: how much a search with a small budget may differ from one with a larger budget.
///
/// Values often rise or fall with depth, so that one margin is riskier on one side of the window than on the other: a
/// model may give two. The shallow and the deep value are both for the side to move.
///
/// ```
/// use komadai_core::{Position, Value};
/// use komadai_search::{Depth, Futility, MarginModel, ProbCut, Side};
///
/// /// Wider margins the more pieces are in hand.
/// struct ByHands;
///
/// impl MarginModel for ByHands {
///     fn margin(&self, pos: &Position, _: Depth, _: Depth, _: Side) -> Value {
///         let us = pos.side_to_move();
///         Value::from_cp(150 + 20 * (pos.hand(us).len() + pos.hand(!us).len()) as i32)
///     }
/// }
///
/// // Goes wherever a margin goes.
/// let (_futility, _probcut) = (Futility::with(ByHands), ProbCut::multi(ByHands));
/// let margin = ByHands.margin(&Position::startpos(), Depth::ZERO, Depth::PLY, Side::BelowAlpha);
/// assert_eq!(margin, Value::from_cp(150));
/// ```
pub trait MarginModel {
    /// The margin in centipawns, not negative, between searches with the budgets `shallow` and `deep`, for a claim on this side of
    /// the window; a budget of zero is the evaluation alone. [`Value::MAX_EVAL`] says that nothing is to be pruned.
    fn margin(&self, pos: &Position, shallow: Depth, deep: Depth, side: Side) -> Value;
}

/// The margin of a model; `None` if nothing is to be pruned.
#[inline]
pub(super) fn of(
    model: &impl MarginModel,
    pos: &Position,
    shallow: Depth,
    deep: Depth,
    side: Side,
) -> Option<Value> {
    Some(model.margin(pos, shallow, deep, side)).filter(|&margin| margin < Value::MAX_EVAL)
}

impl<M: MarginModel + ?Sized> MarginModel for &M {
    fn margin(&self, pos: &Position, shallow: Depth, deep: Depth, side: Side) -> Value {
        (**self).margin(pos, shallow, deep, side)
    }
}

/// A margin whose type is unknown at compile time: `Arc<dyn MarginModel>`.
impl<M: MarginModel + ?Sized> MarginModel for Arc<M> {
    fn margin(&self, pos: &Position, shallow: Depth, deep: Depth, side: Side) -> Value {
        (**self).margin(pos, shallow, deep, side)
    }
}

/// The same margin everywhere.
///
/// ```
/// use komadai_core::{Position, Value};
/// use komadai_search::pruning::{ByMoveNumber, ByStage, FixedMargin, LinearMargin, MarginModel, Side};
/// use komadai_search::Depth;
///
/// let (pos, deep) = (Position::startpos(), Depth::plies(4));
/// let margin = |model: &dyn MarginModel| model.margin(&pos, Depth::ZERO, deep, Side::AboveBeta).cp();
/// assert_eq!(margin(&FixedMargin(Value::from_cp(250))), 250);
/// assert_eq!(margin(&LinearMargin::default()), 100 + 4 * 80);
/// assert_eq!((margin(&ByMoveNumber::default()), margin(&ByStage::default())), (200, 240));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedMargin(pub Value);

impl Default for FixedMargin {
    /// 300: paper 004 (§4.3.1) compares with 200 + 4 × progress, which is 300 at progress 25 of 127.
    fn default() -> Self {
        FixedMargin(Value::from_cp(300))
    }
}

impl MarginModel for FixedMargin {
    fn margin(&self, _: &Position, _: Depth, _: Depth, _: Side) -> Value {
        self.0
    }
}

parameters! {
    /// A margin that grows with the difference of the budgets.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LinearMargin {
        /// Margin between equal budgets. \[R21\] lists fixed margins first; paper 002 gives no figure. Ours is a pawn of paper
        /// 001.
        pub base: Value = Value::from_cp(100),
        /// Margin added for each ply of difference; `YaneuraOu` takes 76, apery 75.
        pub per_ply: Value = Value::from_cp(80),
    }
}

impl MarginModel for LinearMargin {
    fn margin(&self, _: &Position, shallow: Depth, deep: Depth, _: Side) -> Value {
        let scaled = i64::from(self.per_ply.cp()) * i64::from((deep - shallow).units());
        self.base + Value::from_cp((scaled / i64::from(Depth::UNITS)) as i32)
    }
}

parameters! {
    /// A margin that grows with the moves since the start of the game (Yoshihara & Chikayama, as paper 004 §2.4 tells it).
    ///
    /// They found that the spread of evaluations grows linearly with the moves played. The position carries the move number, 1 at the start.
    ///
    /// The default is paper 004's (§4.3.1) 200 + 4 × progress, with progress near 0 at the start and at most 127. Here the move number takes
    /// the place of progress; the margin is the same after 127 moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ByMoveNumber {
        /// Margin at the start of the game.
        pub base: Value = Value::from_cp(200),
        /// Margin added for each hundred moves played.
        pub per_hundred: Value = Value::from_cp(400),
        /// The largest margin.
        pub most: Value = Value::from_cp(708),
    }
}

impl MarginModel for ByMoveNumber {
    fn margin(&self, pos: &Position, _: Depth, _: Depth, _: Side) -> Value {
        let played = pos.move_number().clamp(1, 10_000) as i32 - 1;
        Value::from_cp(self.base.cp() + self.per_hundred.cp() * played / 100).min(self.most)
    }
}

/// The stage of a game, told by events on the board instead of the move number.
///
/// ```
/// use komadai_core::Position;
/// use komadai_search::pruning::Stage;
///
/// assert_eq!(Stage::of(&Position::startpos()), Stage::Opening);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// Neither side holds more than pawns.
    Opening,
    /// Pieces have been exchanged.
    Middle,
    /// A piece of one side stands within two squares of the other's king, or a horse or dragon in its camp.
    Ending,
}

impl Stage {
    /// The stage of a position.
    pub fn of(pos: &Position) -> Stage {
        let invaded = |by: Color| {
            let near = pos.king(!by).is_some_and(|king| {
                let around = |square| attacks::steps_of(Piece::new(by, PieceKind::King), square);
                let wide = around(king).into_iter().fold(around(king), |wide, square| wide | around(square));
                !(wide & pos.of_color(by)).is_empty()
            });
            let promoted =
                pos.of_color(by) & (pos.of_kind(PieceKind::Horse) | pos.of_kind(PieceKind::Dragon));
            near || !(promoted & Bitboard::far_ranks(by, 3)).is_empty()
        };
        if invaded(Color::Black) || invaded(Color::White) {
            return Stage::Ending;
        }
        let holds = |side: Color| {
            PieceKind::HAND.iter().any(|&kind| kind != PieceKind::Pawn && pos.hand(side).has(kind))
        };
        if holds(Color::Black) || holds(Color::White) { Stage::Middle } else { Stage::Opening }
    }
}

parameters! {
    /// A margin for each stage of the game, told by events (Shibahara et al., as paper 004 §2.4 tells it).
    ///
    /// They distinguish stages by clashes of pieces, promotions, the attack on the king (寄せ) and mates, fit a margin
    /// for each, and leave endings out, where ProbCut is hard. Ours are the three of [`Stage`], endings included; a
    /// margin of [`Value::MAX_EVAL`] leaves one out.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ByStage {
        /// `[stage]`: the margins of opening, middle game and ending, by paper 004's 200 + 4 × progress at progress 10,
        /// 50 and 100.
        pub margins: [Value; 3] = [240, 400, 600].map(Value::from_cp),
    }
}

impl MarginModel for ByStage {
    fn margin(&self, pos: &Position, _: Depth, _: Depth, _: Side) -> Value {
        self.margins[Stage::of(pos) as usize]
    }
}
