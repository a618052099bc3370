//! Names of parts in the text of a recipe: which one is meant, and which are ambiguous.
//!
//! A hyphen takes a part out, but also stands inside names. `context-null-window-pass` is read as `context`, then
//! `null-window-pass` taken out: a name counts only where it ends the text or a sign follows, and the longest such name is meant.

/// What follows a name in a text that begins with it: nothing, or a sign and more.
fn behind<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(['+', '-']))
}

/// The name with which a text begins, and what follows it.
pub(super) fn first<'n, 't>(text: &'t str, names: &[&'n str]) -> Option<(&'n str, &'t str)> {
    let fitting = names.iter().filter_map(|&name| Some((name, behind(text, name)?)));
    fitting.max_by_key(|(name, _)| name.len())
}

/// Whether recipes with these names have one reading: not with `null`, `history` and `null-history`, nor with `null-x` and `x`.
pub(super) fn are_told_apart(names: &[&str]) -> bool {
    let rest = |long, short| behind(long, short)?.strip_prefix('-');
    let mut rests = names.iter().flat_map(|long| names.iter().filter_map(move |short| rest(long, short)));
    !rests.any(|rest| can_follow(rest, names))
}

/// Whether names that are taken out one after the other can begin with this text.
fn can_follow(text: &str, names: &[&str]) -> bool {
    names.iter().any(|name| {
        let more = || behind(text, name)?.strip_prefix('-');
        behind(name, text).is_some() || more().is_some_and(|more| can_follow(more, names))
    })
}
