//! Final words of records: what each means, and which one is written.

use alloc::string::String;

use komadai_core::Color;
use komadai_core::game::EndKind;

/// A final word, and what it means at a player's turn.
pub(super) type FinalWord = (&'static str, fn(Color) -> EndKind);

/// Words of CSA, without their `%`; JKF has the same.
pub(super) const CSA: [FinalWord; 18] = [
    ("TORYO", |_| EndKind::Resign),
    ("TSUMI", |_| EndKind::Mate),
    ("TIME_UP", |_| EndKind::TimeUp),
    ("ILLEGAL_MOVE", EndKind::IllegalMove),
    ("+ILLEGAL_ACTION", |_| EndKind::IllegalMove(Color::Black)),
    ("-ILLEGAL_ACTION", |_| EndKind::IllegalMove(Color::White)),
    // json-kifu-format writes this for 反則勝ち.
    ("ILLEGAL_ACTION", |side| EndKind::IllegalMove(!side)),
    ("KACHI", |_| EndKind::Declaration),
    ("SENNICHITE", |_| EndKind::Repetition),
    ("JISHOGI", |_| EndKind::Impasse),
    ("HIKIWAKE", |_| EndKind::Draw),
    ("MAX_MOVES", |_| EndKind::MaxMoves),
    // These two are not in the standard, which has no words for them.
    ("+FUSEN", |_| EndKind::Default(Color::Black)),
    ("-FUSEN", |_| EndKind::Default(Color::White)),
    ("CHUDAN", |_| EndKind::Interrupted),
    ("MATTA", |_| EndKind::TakeBack),
    ("FUZUMI", |_| EndKind::NoMate),
    ("ERROR", |_| EndKind::Error),
];

/// Words of KIF.
pub(super) const KIF: [FinalWord; 23] = [
    ("投了", |_| EndKind::Resign),
    ("詰み", |_| EndKind::Mate),
    ("詰", |_| EndKind::Mate),
    ("切れ負け", |_| EndKind::TimeUp),
    ("時間切れ", |_| EndKind::TimeUp),
    ("反則負け", EndKind::IllegalMove),
    ("反則", EndKind::IllegalMove),
    ("反則勝ち", |side| EndKind::IllegalMove(!side)),
    ("入玉勝ち", |_| EndKind::Declaration),
    ("入玉宣言", |_| EndKind::Declaration),
    ("宣言勝ち", |_| EndKind::Declaration),
    ("千日手", |_| EndKind::Repetition),
    ("持将棋", |_| EndKind::Impasse),
    ("引き分け", |_| EndKind::Draw),
    ("引分", |_| EndKind::Draw),
    ("引分け", |_| EndKind::Draw),
    ("最大手数", |_| EndKind::MaxMoves),
    ("不戦敗", EndKind::Default),
    ("不戦勝", |side| EndKind::Default(!side)),
    ("中断", |_| EndKind::Interrupted),
    ("待った", |_| EndKind::TakeBack),
    ("不詰", |_| EndKind::NoMate),
    ("エラー", |_| EndKind::Error),
];

/// Words of USI records. USI itself has the first two; programs write some of the others, and the rest are those of CSA in lower case.
pub(super) const USI: [FinalWord; 17] = [
    ("resign", |_| EndKind::Resign),
    ("win", |_| EndKind::Declaration),
    ("timeout", |_| EndKind::TimeUp),
    ("rep_draw", |_| EndKind::Repetition),
    ("draw", |_| EndKind::Draw),
    ("impasse", |_| EndKind::Impasse),
    ("break", |_| EndKind::Interrupted),
    ("mate", |_| EndKind::Mate),
    ("illegal_b", |_| EndKind::IllegalMove(Color::Black)),
    ("illegal_w", |_| EndKind::IllegalMove(Color::White)),
    ("illegal", EndKind::IllegalMove),
    ("max_moves", |_| EndKind::MaxMoves),
    ("+fusen", |_| EndKind::Default(Color::Black)),
    ("-fusen", |_| EndKind::Default(Color::White)),
    ("matta", |_| EndKind::TakeBack),
    ("fuzumi", |_| EndKind::NoMate),
    ("error", |_| EndKind::Error),
];

/// What a final word means at `side`'s turn, if it is known.
pub(super) fn end_kind(words: &[FinalWord], word: &str, side: Color) -> Option<EndKind> {
    words.iter().find(|(known, _)| *known == word).map(|(_, meaning)| meaning(side))
}

/// The final word for an ending at `side`'s turn: the first with its meaning.
pub(super) fn end_word<'a>(words: &[FinalWord], kind: &'a EndKind, side: Color) -> &'a str {
    if let EndKind::Other(word) = kind {
        return word;
    }
    let known = words.iter().find(|(_, meaning)| meaning(side) == *kind);
    known.expect("every ending has a word in every language").0
}

/// Turns a final word of another format into one of this format: blanks and the characters `forbidden` become `_`, and `_` is put first
/// if the word would be empty or mean something else.
pub(super) fn other_word(word: &str, forbidden: &str, means_else: impl Fn(&str) -> bool) -> String {
    let replaced = |c: char| if c.is_whitespace() || forbidden.contains(c) { '_' } else { c };
    let mut word: String = word.chars().map(replaced).collect();
    if word.is_empty() || means_else(&word) {
        word.insert(0, '_');
    }
    word
}
