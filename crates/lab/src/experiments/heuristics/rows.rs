//! The rows of the tables: which search is compared with which.

use komadai_recipe::{self as recipe, PARTS, Parts, Recipe, RecipeError};

/// Two searches that differ in one part.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) with: Recipe,
    pub(super) without: Recipe,
}

/// A table: its name, what it compares, its rows.
pub(super) struct Comparison {
    pub(super) name: &'static str,
    pub(super) title: String,
    /// The search that the rows begin with.
    pub(super) base: Recipe,
    pub(super) rows: Vec<Row>,
}

/// The built-in parts that a row is about.
fn compared() -> impl Iterator<Item = &'static str> {
    PARTS.iter().filter(|part| part.compared).map(|part| part.name)
}

/// Each part taken out of the base, or put in where it is not there; own parts first. None of a part that would do nothing there.
pub(super) fn combined(parts: &Parts, base: &str) -> Result<Comparison, RecipeError> {
    let base = parts.recipe(base)?;
    let mut rows = own_rows(parts, &base)?;
    rows.extend(compared().map(|part| row(part, &base)).filter(|row| row.with.idle(&row.name).is_none()));
    Ok(Comparison { name: "combined", title: format!("Inside {base}"), base, rows })
}

/// Each own part put into a search, or taken out of it.
fn own_rows(parts: &Parts, base: &Recipe) -> Result<Vec<Row>, RecipeError> {
    let row = |name: &str| {
        let recipe = |sign: char| parts.recipe(&format!("{base}{sign}{name}"));
        Ok(Row { name: name.to_owned(), with: recipe('+')?, without: recipe('-')? })
    };
    parts.own_names().map(row).collect()
}

fn row(part: &str, base: &Recipe) -> Row {
    Row { name: part.to_owned(), with: base.with(part), without: base.without(part) }
}

/// Every killer alone, on top of history, on top of history and continuation history; own parts as if they were killers.
pub(super) fn killers(parts: &Parts) -> Result<Comparison, RecipeError> {
    let none: Recipe = "modern-brother-history-continuation-danger-check-bonus".parse()?;
    let grounds = [
        ("alone", none.clone()),
        ("on history", none.with("history")),
        ("on continuation history", none.with("history").with("continuation")),
    ];
    // What refutes a pass is asked of a search that passes at every node, as the thesis's; null moves alone are far fewer.
    let ground = |killer: &str, base: &Recipe| match killer {
        "pass" => base.with("null-window-pass").without("null"),
        _ => base.clone(),
    };
    let mut rows = Vec::new();
    for (ground, base) in &grounds {
        let named = |own: Row| Row { name: format!("{}, {ground}", own.name), ..own };
        rows.extend(own_rows(parts, base)?.into_iter().map(named));
    }
    let built_in = recipe::killers().flat_map(|(killer, _)| {
        grounds.iter().map(move |(name, base)| Row {
            name: format!("{killer}, {name}"),
            ..row(killer, &ground(killer, base))
        })
    });
    rows.extend(built_in);
    // Hashimoto, section 6.5: the move two plies ago alone is worse than the previous move alone.
    let (with, without) = (none.with("premove"), none.with("two-ago"));
    rows.push(Row { name: "premove for two-ago".to_owned(), with, without });
    Ok(Comparison { name: "killers", title: "Killers on three grounds".to_owned(), base: none, rows })
}
