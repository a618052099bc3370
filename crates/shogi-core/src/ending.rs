//! Rules that end a game: mate, repetition, declaration, try, move limit.
//!
//! They are for programs that run games. A [`Position`] does not depend on them, and a search uses those it needs.

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
    /// Moves after which the game is drawn (256, 320, 512 are usual); `None` for no limit.
    pub move_limit: Option<u16>,
    /// Whether a king that safely reaches the other king's start square wins (トライルール).
    pub try_rule: bool,
}

/// Whether the game is over in the position `pos`, the last one of `history`.
///
/// Mate comes before the move limit: a game whose last allowed move mates is won. Declarations are claims of a
/// player; [`declaration`] checks them.
pub fn game_end(pos: &Position, history: &History, rules: EndRules) -> Option<GameEnd> {
    let side = pos.side_to_move();
    if rules.try_rule && has_tried(pos, !side) {
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

/// Whether `side`, which has just moved, stands with its king on the other king's start square.
///
/// A legal move never leaves the king attacked, so there is no other condition.
pub fn has_tried(pos: &Position, side: Color) -> bool {
    // 5a as the side sees it.
    pos.king(side).is_some_and(|king| Some(king.seen_by(side)) == Square::new(5, 1))
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
    /// The conditions are not met; who declares nevertheless loses.
    Refused,
}

/// The result if the side to move declares now.
///
/// The king must stand in the promotion zone with at least ten other own pieces, and not be in check. Points are
/// those of [`points`]; with a handicap the giver (White) counts the missing pieces as its own: [`handicap_points`].
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

/// Points of the pieces that are neither on the board nor in a hand, since a handicap has left them in the box: five for each bishop
/// and rook, one for each other piece.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn position(sfen: &str) -> Position {
        sfen.parse().unwrap()
    }

    /// Plays moves, each legal and none before the last ending the game; how it ended, and the repetition.
    fn play(start: &str, moves: &str, times: usize) -> (Option<GameEnd>, Option<crate::Repetition>) {
        let mut pos = position(start);
        let mut history = History::new(&pos);
        let moves: alloc::vec::Vec<&str> = moves.split(' ').collect();
        for text in moves.iter().cycle().take(times) {
            assert_eq!(game_end(&pos, &history, EndRules::default()), None, "before {text}");
            assert!(pos.play(text.parse().unwrap()).is_ok(), "{text} in {pos}");
            history.push(&pos);
        }
        (game_end(&pos, &history, EndRules::default()), history.repetition())
    }

    #[test]
    fn the_fourth_occurrence_is_a_draw_or_lost_by_perpetual_check() {
        let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        let (end, repetition) = play(start, "2h3h 8b7b 3h2h 7b8b", 12);
        assert_eq!(end, Some(GameEnd::Repetition));
        assert_eq!(repetition.map(|r| (r.count, r.since, r.perpetual)), Some((4, 4, None)));
        let rook = "4k4/9/9/9/9/9/9/9/R3K4 b - 1";
        // A check, and none with the move that takes it back.
        assert_eq!(play(rook, "9i9a 5a5b 9a9i 5b5a", 12).0, Some(GameEnd::Repetition));
        // The repeated position is the one after the first check.
        let rook = "R3k4/9/9/9/9/9/9/9/4K4 w - 2";
        assert_eq!(play(rook, "5a5b 9a9b 5b5a 9b9a", 12).0, Some(GameEnd::PerpetualCheck(Color::Black)));
    }

    #[test]
    fn captures_and_drops_do_not_hide_a_repetition() {
        // A silver is dropped and taken on one wing, dropped and taken back on the other; both golds go home.
        let start = "4k4/9/9/3g5/9/5G3/9/9/4K4 b S 1";
        let moves = "S*6e 6d6e 5i5h 6e6d 5h5i S*4e 4f4e 5a5b 4e4f 5b5a";
        let again = crate::Repetition { count: 2, since: 10, perpetual: None };
        assert_eq!((play(start, moves, 9).1, play(start, moves, 10).1), (None, Some(again)));
    }

    #[test]
    fn a_pass_is_a_barrier() {
        let mut pos = Position::startpos();
        let mut history = History::new(&pos);
        for _ in 0..4 {
            pos.do_null();
            history.push_checked(&pos, false, true);
        }
        assert_eq!(history.repetition(), None);
    }

    #[test]
    fn occurrences_are_counted_beyond_65536() {
        let pos = Position::startpos();
        let mut history = History::new(&pos);
        (0..1 << 16).for_each(|_| history.push(&pos));
        // As if the plies between were left out: every second one is compared, from the fourth on.
        assert_eq!(history.repetition().map(|repetition| repetition.count), Some(1 << 15));
    }

    #[test]
    fn mate_comes_before_the_move_limit() {
        let pos = position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1");
        let rules = EndRules { move_limit: Some(0), try_rule: false };
        assert_eq!(game_end(&pos, &History::new(&pos), rules), Some(GameEnd::NoLegalMove(Color::White)));
        let open = Position::startpos();
        assert_eq!(game_end(&open, &History::new(&open), rules), Some(GameEnd::MoveLimit));
    }

    #[test]
    fn the_try_square_is_the_other_kings_start_square() {
        let rules = EndRules { move_limit: None, try_rule: true };
        let pos = position("4K4/9/9/9/k8/9/9/9/9 w - 1");
        assert_eq!(game_end(&pos, &History::new(&pos), rules), Some(GameEnd::Try(Color::Black)));
        let pos = position("9/9/9/9/K8/9/9/9/4k4 b - 1");
        assert_eq!(game_end(&pos, &History::new(&pos), rules), Some(GameEnd::Try(Color::White)));
        let pos = position("3K5/9/9/9/k8/9/9/9/9 w - 1");
        assert_eq!(game_end(&pos, &History::new(&pos), rules), None);
    }

    #[test]
    fn declaration_counts_pieces_in_the_zone_and_in_hand() {
        use Declaration::{Draw, Refused, Win};
        // King and ten pieces in the zone: 2 rooks and 2 bishops = 20, 6 small = 6, hand 2: 28 points.
        let black = "KRRBBGGSS/9/NN7/9/9/9/9/9/8k b 2P 1";
        assert_eq!(points(&position(black), Color::Black), 28);
        assert_eq!(declaration(&position(black), DeclarationRule::Points27, 0), Win);
        assert_eq!(declaration(&position(black), DeclarationRule::Points24, 0), Draw);
        let short = "KRRBBGGSS/9/NN7/9/9/9/9/9/8k b P 1";
        assert_eq!(declaration(&position(short), DeclarationRule::Points27, 0), Refused);
        assert_eq!(declaration(&position(short), DeclarationRule::Points24, 0), Draw);
        // White needs 27 only.
        let white = "8K/9/9/9/9/9/7nn/9/ssggbbrrk w p 1";
        assert_eq!(points(&position(white), Color::White), 27);
        assert_eq!(declaration(&position(white), DeclarationRule::Points27, 0), Win);
        assert_eq!(declaration(&position(white), DeclarationRule::Points24, 4), Win);
        // Nine pieces beside the king are not enough, whatever stands in hand.
        let few = "KRRBBGGSS/9/N8/9/9/9/9/9/8k b 9P 1";
        assert_eq!(declaration(&position(few), DeclarationRule::Points27, 0), Refused);
        // Nor is a king in check, or one outside the zone.
        let checked = "lRRBBGGSS/9/KNN6/9/9/9/9/9/8k b 9P 1";
        assert!(position(checked).in_check());
        assert_eq!(declaration(&position(checked), DeclarationRule::Points27, 0), Refused);
        let outside = "1RRBBGGSS/9/NNP6/K8/9/9/9/9/8k b 9P 1";
        assert_eq!(declaration(&position(outside), DeclarationRule::Points27, 0), Refused);
    }
}
