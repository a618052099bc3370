//! Rules that end a game: mate, repetition, declaration, try, move limit.
//!
//! They are for programs that run games. A [`Position`] does not depend on them; a search uses those it needs.

use crate::{Bitboard, Color, Hand, History, PieceKind, Position, Setup, Square};

/// Reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEnd {
    /// The side to move is mated or has no legal move: the other side wins.
    NoLegalMove(Color),
    /// Fourth occurrence of a position (千日手): a draw.
    Repetition,
    /// Fourth occurrence, and this side gave check with every move in between (連続王手の千日手): it loses.
    PerpetualCheck(Color),
    /// The king of this side reached the other king's start square (try rule): it wins.
    Try(Color),
    /// The agreed number of moves is played: a draw.
    MoveLimit,
}

impl GameEnd {
    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameEnd::NoLegalMove(loser) | GameEnd::PerpetualCheck(loser) => Some(!loser),
            GameEnd::Try(winner) => Some(winner),
            GameEnd::Repetition | GameEnd::MoveLimit => None,
        }
    }
}

/// Ending rules that differ between tournaments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndRules {
    /// Moves after which the game is drawn (256, 320, 512 are usual), counted from the beginning of the history, not from the move number
    /// of a set-up position; `None` for no limit.
    pub move_limit: Option<u16>,
    /// Whether a king that safely reaches the other king's start square wins (トライルール).
    pub try_rule: bool,
}

/// Why the game is over in `pos`, the last position of `history`; `None` if it is not over.
///
/// Mate comes before the move limit: a game whose last allowed move mates is won. Declarations are claims of a
/// player; [`declaration`] checks them.
pub fn game_end(pos: &Position, history: &History, rules: EndRules) -> Option<GameEnd> {
    let side = pos.side_to_move();
    // 5a as the side that has just moved sees it; no legal move leaves the king attacked, so there is no other condition.
    let has_tried = pos.king(!side).map(|king| king.seen_by(!side)) == Square::new(5, 1);
    if rules.try_rule && has_tried {
        return Some(GameEnd::Try(!side));
    }
    if !pos.has_legal_move() {
        return Some(GameEnd::NoLegalMove(side));
    }
    if let Some(repetition) = history.repetition().filter(|repetition| repetition.count >= 4) {
        return Some(repetition.perpetual.map_or(GameEnd::Repetition, GameEnd::PerpetualCheck));
    }
    match rules.move_limit {
        Some(limit) if history.len() >= limit as usize => Some(GameEnd::MoveLimit),
        _ => None,
    }
}

/// Rules for winning by declaration (入玉宣言法).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DeclarationRule {
    /// 27-point method: Black wins with 28 points, White with 27.
    #[default]
    Points27,
    /// 24-point method: 31 points win, 24 to 30 draw.
    Points24,
}

/// Result of a declaration (入玉宣言).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// The declarer wins.
    Win,
    /// The game is drawn (24-point method).
    Draw,
    /// The conditions are not met; a player who declares anyway loses.
    Refused,
}

/// The result if the side to move declares now.
///
/// The king must stand in the promotion zone with at least ten other own pieces, and not be in check. Points are counted by [`points`];
/// in a handicap game the giver (White) adds the missing pieces ([`handicap_points`]).
pub fn declaration(pos: &Position, rule: DeclarationRule, handicap_points: u32) -> Declaration {
    let side = pos.side_to_move();
    let zone = Bitboard::far_ranks(side, 3);
    let king_in_zone = pos.king(side).is_some_and(|king| zone.contains(king));
    let others = (pos.of_color(side) & zone).len().saturating_sub(1);
    if !king_in_zone || others < 10 || pos.in_check() {
        return Declaration::Refused;
    }
    let points = points(pos, side) + if side == Color::White { handicap_points } else { 0 };
    match (rule, side) {
        (DeclarationRule::Points27, Color::Black) if points >= 28 => Declaration::Win,
        (DeclarationRule::Points27, Color::White) if points >= 27 => Declaration::Win,
        (DeclarationRule::Points24, _) if points >= 31 => Declaration::Win,
        (DeclarationRule::Points24, _) if points >= 24 => Declaration::Draw,
        _ => Declaration::Refused,
    }
}

/// Points of the pieces that a handicap left out, neither on the board nor in a hand: five for each bishop and rook, one for each other
/// piece.
pub fn handicap_points(pos: &Position) -> u32 {
    let setup = Setup::from(pos);
    let missing = |kind| Hand::limit(kind).saturating_sub(setup.total(kind));
    let worth = |kind| if matches!(kind, PieceKind::Bishop | PieceKind::Rook) { 5 } else { 1 };
    PieceKind::HAND.into_iter().map(|kind| missing(kind) * worth(kind)).sum()
}

/// Points of a side for a declaration: its pieces in the promotion zone and in hand, five for each bishop and rook
/// (promoted or not), one for each other piece, nothing for the king.
pub fn points(pos: &Position, side: Color) -> u32 {
    let inside = (pos.of_color(side) & Bitboard::far_ranks(side, 3)) - pos.of_kind(PieceKind::King);
    let majors = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Horse, PieceKind::Dragon];
    let big = majors.into_iter().map(|kind| (inside & pos.of_kind(kind)).len()).sum::<u32>();
    let hand = pos.hand(side);
    let big_in_hand = hand.count(PieceKind::Bishop) + hand.count(PieceKind::Rook);
    inside.len() + hand.len() + 4 * (big + big_in_hand)
}
