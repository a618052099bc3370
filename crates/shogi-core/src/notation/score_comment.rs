//! The score that a program wrote into the comments of a move, from Black's view.
//!
//! `ShogiHome` writes `評価値=35` and `詰み=先手勝ち:5手`, after `*` for a player's own score and `#` for an analysis; floodgate
//! writes `** 35 -3334FU`, of which the reader of CSA leaves `* 35 -3334FU`.

use alloc::string::String;

/// Scores are cut here. A mate in n moves is this less n.
const LIMIT: i16 = 32_000;

/// The first score among the comments of a move.
pub(super) fn black_score(comments: &[String]) -> Option<i16> {
    comments.iter().flat_map(|comment| comment.lines()).find_map(of_line)
}

fn of_line(line: &str) -> Option<i16> {
    let text = line.trim_start_matches(['*', '#']);
    if let Some(value) = text.strip_prefix("評価値=") {
        return leading_number(value);
    }
    if let Some(mate) = text.strip_prefix("詰み=") {
        let (sign, rest) = match (mate.strip_prefix("先手勝ち"), mate.strip_prefix("後手勝ち")) {
            (Some(rest), _) => (1, rest),
            (_, Some(rest)) => (-1, rest),
            _ => return None,
        };
        let moves = rest.strip_prefix(':').and_then(leading_number).unwrap_or(0);
        return Some(sign * (LIMIT - moves.clamp(0, 1000)));
    }
    // Floodgate: a star, a blank, a number, a blank or the end.
    let value = line.strip_prefix("* ").or_else(|| line.strip_prefix("** "))?;
    let word = value.split(' ').next()?;
    let is_number = word.trim_start_matches(['+', '-']).bytes().all(|byte| byte.is_ascii_digit());
    if is_number { leading_number(word) } else { None }
}

/// The whole number at the beginning, cut at the limit; what follows may be anything but a letter of the same word.
fn leading_number(text: &str) -> Option<i16> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
    let (digits, rest) = unsigned.split_at(digits);
    if digits.is_empty() || rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    // So many digits that they are no number are beyond the limit.
    let value = digits.parse().map_or(LIMIT, |value: i16| value.min(LIMIT));
    Some(if text.starts_with('-') { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_programs_write_them() {
        for (line, expected) in [
            ("評価値=35", Some(35)),
            ("*評価値=-10", Some(-10)),
            ("#評価値=+210", Some(210)),
            ("評価値=99999", Some(32_000)),
            ("評価値=-99999999999999999999", Some(-32_000)),
            ("詰み=先手勝ち:5手", Some(31_995)),
            ("*詰み=後手勝ち", Some(-32_000)),
            ("* 35 -3334FU +2726FU", Some(35)),
            ("** -120", Some(-120)),
            ("* 5五角が好手", None),
            ("* 5五角5", None),
            ("*5五角", None),
            ("35", None),
            (" 35", None),
            ("評価値は35", None),
            ("詰み=不明", None),
        ] {
            assert_eq!(of_line(line), expected, "{line}");
        }
    }

    #[test]
    fn the_first_score_of_several_counts() {
        let comments = ["互角", "評価値=82\n評価値=7", "評価値=9"].map(String::from);
        assert_eq!(black_score(&comments), Some(82));
    }
}
