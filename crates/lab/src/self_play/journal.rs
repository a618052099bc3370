//! The file of a match: games as they come, so that it can be broken off and taken up again.
//!
//! The first line says how the games were played; a file of other players, limits or rules is refused, since games of
//! two kinds in one file would be worth nothing. Then comes a line a game, written at once when the game is over, with
//! the whole game in USI; reading plays it over, and finds the opening and the end that it must have. A match may be
//! made longer by more openings behind those it had.
//!
//! At the end the file is put into the order of the games, so that it is the same, byte for byte, however the match was
//! broken off and whatever the number of threads. How long the players worked stands in a second file, because that
//! differs from run to run and the games do not.

use std::path::Path;
use std::time::Duration;

use komadai_core::Color;
use komadai_core::notation::usi::GameLine;
use komadai_learn::{Journal, JournalError, JournalHeader, SavedJournal};

use super::{Effort, GameOver, Match, Played};

const COLUMNS: &str = "game\tfirst player's colour\twinner\tend\tmoves of the first\tof the second\tnodes of the \
                       first\tof the second\tdepths of the first\tof the second\tgame in USI";
const TIMES: &str = "game\tnanoseconds of the first player\tof the second";
const UNKNOWN: &str = "--";

/// Journal of a match: a file of its finished games, from which an interrupted match is resumed.
#[derive(Debug)]
pub struct MatchJournal {
    games: Journal,
    times: Journal,
}

impl MatchJournal {
    /// Makes the file or resumes it; games of an earlier run stand at their numbers.
    ///
    /// Beside `matches.tsv` comes a file `matches.times.tsv`. A last line without an end was being written when the match
    /// was broken off; it is left away, and its game will be played again.
    ///
    /// # Errors
    ///
    /// [`JournalError`]; nothing is changed then.
    pub fn open(path: &Path, of: &Match) -> Result<(MatchJournal, Vec<Option<Played>>), JournalError> {
        let run = of.describe();
        let header = |columns| JournalHeader { kind: "self-play", run: &run, columns };
        let games = SavedJournal::read(path, &header(COLUMNS))?;
        let times = SavedJournal::read(&path.with_extension("times.tsv"), &header(TIMES))?;
        let mut known: Vec<Option<Played>> = vec![None; of.games()];
        for (number, line) in games.lines() {
            let (index, game) = read_game(line, of, &known).map_err(|wrong| wrong.at(&games, number))?;
            known[index] = Some(game);
        }
        for (number, line) in times.lines() {
            let (index, spent) = read_times(line).map_err(|wrong| wrong.at(&times, number))?;
            if let Some(Some(game)) = known.get_mut(index) {
                for (effort, time) in game.effort.iter_mut().zip(spent) {
                    effort.time = time;
                }
            }
        }
        Ok((MatchJournal { games: games.resume()?, times: times.resume()? }, known))
    }

    /// Appends a game.
    ///
    /// # Errors
    ///
    /// [`JournalError::Io`].
    pub fn note(&mut self, of: &Match, index: usize, game: &Played) -> Result<(), JournalError> {
        // Times first: a game that is known has times, but a game may be played again.
        self.times.append(&write_times(index, game))?;
        self.games.append(&write_game(of, index, game))
    }

    /// Puts the file into the order of the games; games that are not among them are left away. A new file takes the place
    /// of the old one.
    ///
    /// # Errors
    ///
    /// [`JournalError::Io`].
    pub fn finish(self, of: &Match, games: &[Played]) -> Result<(), JournalError> {
        let all = games.iter().enumerate();
        self.times.finish(all.clone().map(|(index, game)| write_times(index, game)))?;
        self.games.finish(all.map(|(index, game)| write_game(of, index, game)))
    }
}

/// What is wrong with a line.
struct Wrong {
    found: String,
    expected: String,
}

impl Wrong {
    fn new(found: impl Into<String>, expected: impl Into<String>) -> Wrong {
        Wrong { found: found.into(), expected: expected.into() }
    }

    fn at(self, journal: &SavedJournal, line: usize) -> JournalError {
        journal.line_error(line, self.found, self.expected)
    }
}

fn winner_name(game: &Played) -> &'static str {
    ["second", "draw", "first"][usize::from(game.half_points())]
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn write_game(of: &Match, index: usize, game: &Played) -> String {
    let [one, other] = &game.effort;
    let mut usi = of.opening(index).to_string();
    if of.opening(index).moves().is_empty() && !game.moves.is_empty() {
        usi.push_str(" moves");
    }
    for mv in &game.moves {
        usi.push(' ');
        usi.push_str(&mv.to_string());
    }
    format!(
        "{index}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{usi}",
        color_name(game.first_is),
        winner_name(game),
        game.over.name(),
        one.moves,
        other.moves,
        one.nodes,
        other.nodes,
        one.depth,
        other.depth,
    )
}

fn write_times(index: usize, game: &Played) -> String {
    let [one, other] = game
        .effort
        .map(|effort| effort.time.map_or_else(|| UNKNOWN.to_owned(), |time| time.as_nanos().to_string()));
    format!("{index}\t{one}\t{other}")
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, Wrong> {
    text.parse().map_err(|_| Wrong::new(format!("{text:?}"), "a number"))
}

fn read_game(line: &str, of: &Match, known: &[Option<Played>]) -> Result<(usize, Played), Wrong> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[index, color, winner, end, moves_1, moves_2, nodes_1, nodes_2, depth_1, depth_2, usi] =
        fields.as_slice()
    else {
        return Err(Wrong::new(format!("{} fields", fields.len()), "11"));
    };
    let index: usize = number(index)?;
    if index >= of.games() {
        let games = of.games();
        return Err(Wrong::new(
            format!("game {index}"),
            format!("one below {games}: the match has been longer"),
        ));
    }
    if known[index].is_some() {
        return Err(Wrong::new(format!("game {index} again"), "every game once"));
    }
    let first_is = of.first_is(index);
    if color != color_name(first_is) {
        return Err(Wrong::new(format!("{color:?}"), color_name(first_is)));
    }
    let effort = |moves, nodes, depth| -> Result<Effort, Wrong> {
        Ok(Effort { moves: number(moves)?, nodes: number(nodes)?, depth: number(depth)?, time: None })
    };
    let effort = [effort(moves_1, nodes_1, depth_1)?, effort(moves_2, nodes_2, depth_2)?];

    let game = GameLine::parse(usi).map_err(|error| Wrong::new(error.to_string(), "a game in USI"))?;
    let opening = of.opening(index);
    let (Some(moves), true) = (game.moves().strip_prefix(opening.moves()), game.start() == opening.start())
    else {
        let usi: String = usi.chars().take(120).collect();
        return Err(Wrong::new(format!("{usi:?}"), format!("a game that begins with {opening}")));
    };
    let board = game.tracked();
    let side = board.position().side_to_move();
    // What the rules cannot know is that somebody gave up.
    let over = match (of.rules.over(&board), end) {
        (None, "resignation") if of.rules.resignation.is_some() => GameOver::Resigned(side),
        (None, "forfeit") => GameOver::Forfeited(side),
        (Some(over), _) if over.name() == end => over,
        (over, _) => {
            let over = over.map_or("a game that goes on", GameOver::name);
            return Err(Wrong::new(format!("the end {end:?}"), over));
        }
    };
    let searched = moves.len() as u64 + u64::from(matches!(over, GameOver::Forfeited(_)));
    if effort[0].moves.checked_add(effort[1].moves) != Some(searched) {
        return Err(Wrong::new(format!("{moves_1} and {moves_2} moves"), format!("{searched} together")));
    }
    let game = Played { first_is, moves: moves.to_vec(), over, effort };
    if winner != winner_name(&game) {
        return Err(Wrong::new(format!("the winner {winner:?}"), winner_name(&game)));
    }
    Ok((index, game))
}

fn read_times(line: &str) -> Result<(usize, [Option<Duration>; 2]), Wrong> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[index, one, other] = fields.as_slice() else {
        return Err(Wrong::new(format!("{} fields", fields.len()), "3"));
    };
    let time = |text| -> Result<Option<Duration>, Wrong> {
        if text == UNKNOWN { Ok(None) } else { Ok(Some(Duration::from_nanos(number(text)?))) }
    };
    Ok((number(index)?, [time(one)?, time(other)?]))
}
