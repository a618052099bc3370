//! When a game of a match is over, and who has won it.

use std::time::Duration;

use komadai_core::ending::{
    Declaration, DeclarationRule, EndRules, GameEnd, declaration, game_end, handicap_points,
};
use komadai_core::game::{EndKind, Ending};
use komadai_core::{Color, GameResult, Tracked, Value};

/// Rules by which the games of a match end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRules {
    /// Repetition and perpetual check always end a game; move limit and try rule do if set. The moves of the opening count. The default is
    /// a draw after 320 moves and no try rule.
    pub ends: EndRules,
    /// How an entered king wins by declaration; a player that can declare does so at once. The default is the 27-point method; `None` for
    /// no declarations.
    pub declaration: Option<DeclarationRule>,
    /// Ends games that both players have given up. `None`, the default, plays all games out.
    pub resignation: Option<Resignation>,
    /// An answer later than this after the time of its move loses. The default is a second: GPS Shogi was seen to answer 0.16 s after a
    /// byoyomi of 1 s. The tables show how late the latest answer was.
    pub margin: Duration,
}

impl Default for MatchRules {
    fn default() -> Self {
        MatchRules {
            ends: EndRules { move_limit: Some(320), try_rule: false },
            declaration: Some(DeclarationRule::default()),
            resignation: None,
            margin: Duration::from_secs(1),
        }
    }
}

/// Rule by which the side to move resigns: both players must have seen it this far behind for this many plies in a row. It saves the time
/// of lost endgames, at the cost of games that would have turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resignation {
    /// Deficit in the values of the searches; above 0.
    pub behind: Value,
    /// Plies in a row. Fewer than two count as two, so that both players are asked.
    pub plies: u32,
}

/// How a game of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameOver {
    /// Ended by the rules of the game.
    Rule(GameEnd),
    /// This side declared and won.
    Declared(Color),
    /// This side resigned, by [`Resignation`] or by itself.
    Resigned(Color),
    /// The player of this side lost by a fault. Searchers of this library make none except overruns on a busy machine; other programs
    /// might.
    Forfeited(Color, Fault),
}

/// Fault by which a player loses a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// An illegal move, or none although there was a legal one.
    IllegalMove,
    /// A declaration in a position in which [`MatchRules::declaration`] gives no win.
    FalseDeclaration,
    /// A resignation by a player that saw itself ahead.
    GroundlessResignation,
    /// An answer too late, see [`MatchRules::margin`], or none before the player was stopped.
    Overrun,
    /// No answer at all.
    NoAnswer,
    /// The program ended.
    Crash,
    /// A meaningless answer.
    Nonsense,
    /// The program that ended in an earlier game could not be started again.
    NoStart,
}

impl Fault {
    /// All with their names, in their order.
    const ALL: [(Fault, &'static str); 8] = [
        (Fault::IllegalMove, "illegal-move"),
        (Fault::FalseDeclaration, "false-declaration"),
        (Fault::GroundlessResignation, "groundless-resignation"),
        (Fault::Overrun, "overrun"),
        (Fault::NoAnswer, "no-answer"),
        (Fault::Crash, "crash"),
        (Fault::Nonsense, "nonsense"),
        (Fault::NoStart, "no-start"),
    ];

    /// Name in journals and tables, one word.
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    pub(super) fn named(name: &str) -> Option<Fault> {
        Self::ALL.into_iter().find(|(_, own)| *own == name).map(|(fault, _)| fault)
    }
}

impl MatchRules {
    /// Whether the game is over in the last position of a board, by rule or by a declaration that wins.
    pub fn over(&self, board: &Tracked) -> Option<GameOver> {
        let pos = board.position();
        if let Some(end) = game_end(pos, board.history(), self.ends) {
            return Some(GameOver::Rule(end));
        }
        let wins = self
            .declaration
            .is_some_and(|rule| declaration(pos, rule, handicap_points(pos)) == Declaration::Win);
        wins.then(|| GameOver::Declared(pos.side_to_move()))
    }
}

impl GameOver {
    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameOver::Rule(end) => end.winner(),
            GameOver::Declared(winner) => Some(winner),
            GameOver::Resigned(loser) | GameOver::Forfeited(loser, _) => Some(!loser),
        }
    }

    /// Name in journals and tables, one word.
    pub const fn name(self) -> &'static str {
        match self {
            GameOver::Rule(GameEnd::NoLegalMove(_)) => "mate",
            GameOver::Rule(GameEnd::Repetition) => "repetition",
            GameOver::Rule(GameEnd::PerpetualCheck(_)) => "perpetual-check",
            GameOver::Rule(GameEnd::Try(_)) => "try",
            GameOver::Rule(GameEnd::MoveLimit) => "move-limit",
            GameOver::Declared(_) => "declaration",
            GameOver::Resigned(_) => "resignation",
            GameOver::Forfeited(_, fault) => fault.name(),
        }
    }

    /// The ending as records have it, with `side_to_move` to move.
    pub fn ending(self, side_to_move: Color) -> Ending {
        let kind = match self {
            GameOver::Rule(GameEnd::NoLegalMove(_)) => EndKind::Mate,
            GameOver::Rule(GameEnd::Repetition) => EndKind::Repetition,
            GameOver::Rule(GameEnd::PerpetualCheck(loser)) => EndKind::IllegalMove(loser),
            GameOver::Forfeited(loser, fault) => match fault {
                Fault::IllegalMove | Fault::FalseDeclaration | Fault::Nonsense => EndKind::IllegalMove(loser),
                Fault::GroundlessResignation => EndKind::Resign,
                Fault::Overrun => EndKind::TimeUp,
                Fault::NoAnswer | Fault::Crash | Fault::NoStart => EndKind::Default(loser),
            },
            GameOver::Rule(GameEnd::Try(_)) => EndKind::Other("try".to_owned()),
            GameOver::Rule(GameEnd::MoveLimit) => EndKind::MaxMoves,
            GameOver::Declared(_) => EndKind::Declaration,
            GameOver::Resigned(_) => EndKind::Resign,
        };
        let result = self.winner().map_or(GameResult::Draw, GameResult::win);
        Ending { result, ..Ending::new(kind, side_to_move) }
    }
}

/// Watches what both players think of the game.
#[derive(Debug, Default)]
pub(super) struct Doubt {
    /// Who is seen far behind, and for how many plies in a row.
    streak: Option<(Color, u32)>,
}

impl Doubt {
    /// Notes the value of a search for the side that moved.
    pub(super) fn note(&mut self, rule: Resignation, mover: Color, value: Value) {
        let behind = if value <= -rule.behind {
            Some(mover)
        } else if value >= rule.behind {
            Some(!mover)
        } else {
            None
        };
        self.streak = behind.map(|side| match self.streak {
            Some((same, plies)) if same == side => (side, plies + 1),
            _ => (side, 1),
        });
    }

    /// Whether the side to move resigns.
    pub(super) fn resigns(&self, rule: Resignation, side_to_move: Color) -> bool {
        self.streak.is_some_and(|(side, plies)| side == side_to_move && plies >= rule.plies.max(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resignation_needs_both_players_and_the_loser_to_move() {
        let rule = Resignation { behind: Value::from_cp(1_000), plies: 3 };
        let mut doubt = Doubt::default();
        let (low, high) = (Value::from_cp(-1_200), Value::from_cp(1_000));
        for (mover, value, resigns) in [
            (Color::Black, low, false),
            (Color::White, high, false),
            // The third in a row, but it is White's turn.
            (Color::Black, low, false),
            (Color::White, high, true),
            // White disagrees, so the count begins again.
            (Color::Black, low, false),
            (Color::White, Value::from_cp(999), false),
            (Color::Black, low, false),
        ] {
            doubt.note(rule, mover, value);
            assert_eq!(doubt.resigns(rule, !mover), resigns, "{mover:?} {value:?}");
        }
        // A side that was ahead and is now behind begins a count of its own.
        doubt.note(rule, Color::White, low);
        assert_eq!(doubt.streak, Some((Color::White, 1)));
    }

    #[test]
    fn whoever_can_declare_wins() {
        let board = Tracked::new("KRRBBGGSS/9/NN7/9/9/9/9/9/8k b 2P 1".parse().unwrap());
        assert_eq!(MatchRules::default().over(&board), Some(GameOver::Declared(Color::Black)));
        let none = MatchRules { declaration: None, ..MatchRules::default() };
        assert_eq!(none.over(&board), None);
        // The giver of a handicap also counts the pieces left off the board.
        let board = Tracked::new("4K4/9/9/9/9/9/1ppppppp1/1gg1k1ss1/9 w - 1".parse().unwrap());
        assert_eq!(MatchRules::default().over(&board), Some(GameOver::Declared(Color::White)));
    }

    #[test]
    fn endings_of_records_name_the_same_winner() {
        for over in [
            GameOver::Rule(GameEnd::NoLegalMove(Color::White)),
            GameOver::Rule(GameEnd::Repetition),
            GameOver::Rule(GameEnd::PerpetualCheck(Color::Black)),
            GameOver::Rule(GameEnd::Try(Color::White)),
            GameOver::Rule(GameEnd::MoveLimit),
            GameOver::Declared(Color::White),
            GameOver::Resigned(Color::White),
        ]
        .into_iter()
        .chain(Fault::ALL.map(|(fault, _)| GameOver::Forfeited(Color::White, fault)))
        {
            let ending = over.ending(Color::White);
            assert_eq!(ending.result.winner(), over.winner(), "{over:?}");
            let is_other = matches!(ending.kind, EndKind::Other(_));
            assert!(is_other || ending.kind.result(Color::White) == ending.result, "{over:?}");
        }
        for (fault, name) in Fault::ALL {
            assert_eq!((fault.name(), Fault::named(name)), (name, Some(fault)));
        }
    }
}
