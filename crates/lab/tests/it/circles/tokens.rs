//! Rust source as tokens, without what the compiler of a library does not see: comments, doc comments, tests.

/// A token, as far as imports and paths need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or keyword; raw identifiers without `r#`.
    Word(String),
    /// The text of a string literal, escapes as written: only `#[path = "…"]` reads it.
    Text(String),
    /// `::`
    PathSep,
    /// Any other sign, one character each.
    Sign(char),
}

impl Token {
    pub(super) fn is(&self, sign: char) -> bool {
        *self == Token::Sign(sign)
    }

    pub(super) fn word(&self) -> Option<&str> {
        if let Token::Word(word) = self { Some(word) } else { None }
    }
}

/// The tokens of a file, test code removed.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    without_tests(&all_tokens(source))
}

fn all_tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let mut found = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let c = at(i);
        if c == '/' && at(i + 1) == '/' {
            while i < chars.len() && at(i) != '\n' {
                i += 1;
            }
        } else if c == '/' && at(i + 1) == '*' {
            let mut depth = 0;
            loop {
                match (at(i), at(i + 1)) {
                    ('/', '*') => (depth, i) = (depth + 1, i + 2),
                    ('*', '/') => (depth, i) = (depth - 1, i + 2),
                    _ => i += 1,
                }
                if depth == 0 || i >= chars.len() {
                    break;
                }
            }
        } else if c == '"' {
            let start = i + 1;
            i = start;
            while i < chars.len() && at(i) != '"' {
                i += if at(i) == '\\' { 2 } else { 1 };
            }
            found.push(Token::Text(chars[start..i.min(chars.len())].iter().collect()));
            i += 1;
        } else if let Some(hashes) = raw_string(&chars[i..]) {
            // From `r##"` to `"##`.
            let start = chars[i..].iter().position(|&c| c == '"').map_or(chars.len(), |quote| i + quote + 1);
            let closes = |end: &usize| at(*end) == '"' && (1..=hashes).all(|h| at(end + h) == '#');
            let end = (start..chars.len()).find(closes).unwrap_or(chars.len());
            found.push(Token::Text(chars[start..end].iter().collect()));
            i = end + 1 + hashes;
        } else if c == '\'' {
            // A lifetime is a quote and a name without a closing quote.
            if at(i + 1) != '\\' && at(i + 2) != '\'' {
                i += 1;
            } else {
                i += if at(i + 1) == '\\' { 3 } else { 2 };
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            }
        } else if c == 'r' && at(i + 1) == '#' && (at(i + 2).is_alphabetic() || at(i + 2) == '_') {
            i += 2;
        } else if c.is_alphanumeric() || c == '_' {
            let start = i;
            while at(i).is_alphanumeric() || at(i) == '_' {
                i += 1;
            }
            found.push(Token::Word(chars[start..i].iter().collect()));
        } else if c == ':' && at(i + 1) == ':' {
            found.push(Token::PathSep);
            i += 2;
        } else {
            if !c.is_whitespace() {
                found.push(Token::Sign(c));
            }
            i += 1;
        }
    }
    found
}

/// Number of `#` if a raw string literal begins here: `r"`, `br#"`, …
fn raw_string(chars: &[char]) -> Option<usize> {
    let after_b = usize::from(chars.first() == Some(&'b'));
    let rest = chars.get(after_b..)?.strip_prefix(&['r'])?;
    let hashes = rest.iter().take_while(|&&c| c == '#').count();
    (rest.get(hashes) == Some(&'"')).then_some(hashes)
}

/// Index after the bracket that closes the one at `open`.
pub(super) fn after_group(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Sign('(' | '[' | '{') => depth += 1,
            Token::Sign(')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}

/// Removes each item under `#[cfg(test)]`, `#[cfg(all(test, …))]`, `#[cfg(doctest)]` or `#[test]`.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        if tokens[i].is('#') && tokens.get(i + 1).is_some_and(|token| token.is('[')) {
            let end = after_group(tokens, i + 1);
            if is_for_tests(&tokens[i + 2..end]) {
                i = after_item(tokens, end);
                continue;
            }
            kept.extend_from_slice(&tokens[i..end]);
            i = end;
        } else {
            kept.push(tokens[i].clone());
            i += 1;
        }
    }
    kept
}

fn is_for_tests(attribute: &[Token]) -> bool {
    let words: Vec<_> = attribute.iter().filter_map(Token::word).collect();
    matches!(words[..], ["test"] | ["cfg", "test" | "doctest", ..] | ["cfg", "all", "test", ..])
}

/// Index after the item that begins at `i`: its `;`, its `,` or the end of its block.
fn after_item(tokens: &[Token], mut i: usize) -> usize {
    // A comma ends a field, a variant or an arm, and may stand between the generics of an item.
    const ITEMS: [&str; 8] = ["fn", "impl", "struct", "enum", "trait", "type", "const", "static"];
    let mut is_item = false;
    while i < tokens.len() {
        is_item |= tokens[i].word().is_some_and(|word| ITEMS.contains(&word));
        match tokens[i] {
            Token::Sign(';') => return i + 1,
            Token::Sign(',') if !is_item => return i + 1,
            Token::Sign('{') => return after_group(tokens, i),
            Token::Sign('(' | '[') => i = after_group(tokens, i),
            // The block around the item ends.
            Token::Sign('}' | ')' | ']') => return i,
            _ => i += 1,
        }
    }
    i
}
