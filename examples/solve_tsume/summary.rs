//! The table at the end: what was solved, what it cost, which answers were refused or contradict a label.

use std::cmp::Ordering;
use std::io::Write;
use std::time::Duration;

use komadai::tsume::{CookKind, Length, LengthRule};
use komadai_lab::mate::{MateAnswer as Answer, MateRun, Questions, ShownLength};
use komadai_lab::{Label, MateProblem};
use komadai_report::{Cell, Table};

/// How many of the slowest problems are named.
const SLOWEST: usize = 5;

/// Writes the summary; returns whether every verdict is checked and none contradicts a label.
pub(crate) fn write(
    out: &mut impl Write,
    problems: &[MateProblem],
    answers: &[Answer],
    recipe: &MateRun,
) -> std::io::Result<bool> {
    let pairs: Vec<(&MateProblem, &Answer)> = problems.iter().zip(answers).collect();
    write!(out, "\n{}", by_label(&pairs).to_text())?;
    if recipe.threads_per_problem > 1 {
        writeln!(out, "\nThreads at each problem: {}", recipe.threads_per_problem)?;
    }
    writeln!(out, "\nTimes are {}.", recipe.kind_of_time())?;
    write!(out, "\nSlowest\n{}", slowest(&pairs).to_text())?;
    let mates = answers.iter().filter(|answer| answer.said == Label::Mate);
    let (shortest, others): (Vec<_>, Vec<_>) = mates.partition(|answer| answer.shortest);
    let (shortest, others) = (shortest.len(), others.len());
    writeln!(out, "\nLines of mates: {shortest} shortest, {others} not shown to be shortest")?;
    write_lengths(out, &pairs, recipe)?;
    if recipe.questions.cooks {
        write!(out, "\nCooks\n{}", cooks(&pairs).to_text())?;
    }
    let shown: Vec<ShownLength> = answers.iter().filter_map(|answer| answer.shown).collect();
    if !shown.is_empty() {
        let exact = shown.iter().filter(|&&shown| shown == ShownLength::Exact).count();
        writeln!(out, "\nExact lengths shown by certificates: {exact} of {} mates", shown.len())?;
    }
    let (mut refused, mut torn, mut wrong, mut lengths) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for &(MateProblem { name, pos, label, .. }, answer) in &pairs {
        if answer.said != Label::Unknown && !answer.checked {
            let reason = answer.refused.as_deref().unwrap_or("refused");
            refused.push(format!("{name}: {reason}: {pos}"));
        }
        // Two searches of one problem disagree: never seen, and never to be ignored.
        if answer.lengths().any(|length| length == Length::NoMate) {
            torn.push(format!("{name}: {pos}"));
        }
        if matches!((label, answer.said), (Label::Mate, Label::NoMate) | (Label::NoMate, Label::Mate)) {
            wrong.push(format!("{name}: label {}, found {}: {pos}", label.name(), answer.said.name()));
        }
    }
    for (MateProblem { name, plies, .. }, answer) in recorded(&pairs, LengthRule::EveryPly) {
        if let (Some(plies), Some(found)) = (*plies, answer.exact)
            && !may_be(found.0, plies)
        {
            lengths.push(format!("{name}: label {plies} plies, found {}", found.0));
        }
    }
    let Questions { exact, traditional, .. } = recipe.questions;
    let lists = [
        ("\nCertificates that the checker refuses", true, refused),
        ("Mates of no length", exact || traditional, torn),
        ("Verdicts that contradict a label", true, wrong),
        ("Exact lengths that contradict a label", exact, lengths),
    ];
    for (title, _, lines) in lists.iter().filter(|(_, asked, _)| *asked) {
        writeln!(out, "{title}: {}", lines.len())?;
        lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    Ok(lists.iter().all(|(.., lines)| lines.is_empty()))
}

/// Whether a mate of this length may take this many plies.
fn may_be(length: Length, plies: u32) -> bool {
    match length {
        Length::Exact(exact) => u32::from(exact) == plies,
        Length::AtLeast(least) => u32::from(least) <= plies,
        Length::Between { at_least, at_most } => (at_least.into()..=at_most.into()).contains(&plies),
        // Reported as a mate of no length.
        Length::NoMate => true,
    }
}

/// Mates with a recorded length that is counted in this way.
fn recorded<'a>(
    pairs: &'a [(&'a MateProblem, &'a Answer)],
    counting: LengthRule,
) -> impl Iterator<Item = &'a (&'a MateProblem, &'a Answer)> {
    pairs.iter().filter(move |(problem, answer)| {
        answer.said == Label::Mate && problem.plies.is_some() && problem.counting == counting
    })
}

/// Writes the table of lengths, and how many recorded lengths are counted in another way than all lengths found here.
fn write_lengths(
    out: &mut impl Write,
    pairs: &[(&MateProblem, &Answer)],
    recipe: &MateRun,
) -> std::io::Result<()> {
    let table = lengths(pairs, recipe);
    if !table.rows().is_empty() {
        write!(out, "\nLengths against the recorded ones that are counted alike\n{}", table.to_text())?;
    }
    let exact = recorded(pairs, LengthRule::EveryPly).count();
    if exact > 0 && recipe.questions.traditional {
        writeln!(out, "Recorded with every ply counted, so not compared with traditional lengths: {exact}")?;
    }
    let traditional = recorded(pairs, LengthRule::Traditional).count();
    if traditional > 0 && !recipe.questions.traditional {
        writeln!(
            out,
            "Recorded without futile interpositions, so compared only by --traditional: {traditional}"
        )?;
    }
    Ok(())
}

/// A row for each requested length, and one for the lines found, compared with the recorded lengths that are counted in the same way.
fn lengths(pairs: &[(&MateProblem, &Answer)], recipe: &MateRun) -> Table {
    type Of = fn(&Answer) -> Option<Length>;
    let lengths: [(&str, LengthRule, Of); 4] = [
        ("line found", LengthRule::EveryPly, |answer| answer.line.len().try_into().ok().map(Length::Exact)),
        ("exact", LengthRule::EveryPly, |answer| Some(answer.exact?.0)),
        ("traditional", LengthRule::Traditional, |answer| Some(answer.traditional?.0)),
        ("solution", LengthRule::Traditional, |answer| answer.solution_plies().map(Length::Exact)),
    ];
    let compared = |(name, counting, of): (&'static str, LengthRule, Of)| {
        let both =
            recorded(pairs, counting).filter_map(|(problem, answer)| Some((problem.plies?, of(answer)?)));
        // How an exact length compares with the recorded one.
        let order = |(plies, length)| match length {
            Length::Exact(exact) => Some(u32::from(exact).cmp(&plies)),
            _ => None,
        };
        (name, both.map(order).collect::<Vec<_>>())
    };
    // If exact lengths are requested, the lines are theirs.
    let rows: Vec<_> = lengths.into_iter().skip(recipe.questions.exact.into()).map(compared).collect();
    let count = |orders: &[Option<Ordering>], order| orders.iter().filter(|&&other| other == order).count();
    Table::of(rows.iter().filter(|(_, orders)| !orders.is_empty()))
        .column("length", |(name, _)| *name)
        .column("mates", |(_, orders)| orders.len())
        .column("equal", |(_, orders)| count(orders, Some(Ordering::Equal)))
        .column("longer", |(_, orders)| count(orders, Some(Ordering::Greater)))
        .column("shorter", |(_, orders)| count(orders, Some(Ordering::Less)))
        .column("not settled", |(_, orders)| count(orders, None))
        .table()
}

/// A row for each label that occurs, and one for all.
fn by_label(pairs: &[(&MateProblem, &Answer)]) -> Table {
    let of = |label: Option<Label>| {
        let here = pairs.iter().filter(move |(problem, _)| label.is_none_or(|label| problem.label == label));
        here.map(|(_, answer)| *answer)
    };
    let said = |label, said| of(label).filter(|answer| answer.said == said).count();
    let rows = Label::ALL.into_iter().map(Some).chain([None]);
    Table::of(rows.filter(|&label| of(label).next().is_some()))
        .column("label", |label| label.map_or("all", Label::name))
        .column("problems", |label| of(label).count())
        .column("mate", |label| said(label, Label::Mate))
        .column("nomate", |label| said(label, Label::NoMate))
        .column("unknown", |label| said(label, Label::Unknown))
        .column("checked", |label| of(label).filter(|answer| answer.checked).count())
        .column("nodes", |label| of(label).map(|answer| answer.nodes).sum::<u64>())
        .real("time (s)", 2, |label| of(label).map(|answer| answer.time).sum::<Duration>().as_secs_f64())
        .table()
}

fn slowest(pairs: &[(&MateProblem, &Answer)]) -> Table {
    let mut pairs = pairs.to_vec();
    pairs.sort_by_key(|(_, answer)| std::cmp::Reverse(answer.time));
    Table::of(pairs.into_iter().take(SLOWEST))
        .column("problem", |(problem, _)| problem.name.as_str())
        .column("verdict", |(_, answer)| answer.said.name())
        .column("plies", |(_, answer)| (answer.said == Label::Mate).then_some(answer.line.len()))
        .column("nodes", |(_, answer)| answer.nodes)
        .real("time (s)", 2, |(_, answer)| answer.time.as_secs_f64())
        .table()
}

/// How many mates are sound, how many of those have a blemish (キズ), and how many list each kind of cook.
fn cooks(pairs: &[(&MateProblem, &Answer)]) -> Table {
    let texts: Vec<&str> = pairs.iter().filter_map(|(_, answer)| answer.cooks.as_deref()).collect();
    let verdict = |word: &str| texts.iter().filter(|text| text.split(';').next() == Some(word)).count();
    let lists = |text: &str, term: &str| text.split(' ').any(|word| word == term);
    // All but another last move, which nobody minds.
    let blemishes =
        CookKind::ALL.into_iter().filter(|kind| !kind.is_solution() && *kind != CookKind::LastMove);
    let blemishes: Vec<&str> = blemishes.map(CookKind::term).collect();
    let flawed = texts.iter().filter(|text| {
        text.split(';').next() == Some("sound") && blemishes.iter().any(|term| lists(text, term))
    });
    let counts = CookKind::ALL.map(|kind| texts.iter().filter(|text| lists(text, kind.term())).count());
    Table::of([&texts])
        .column("mates", Vec::len)
        .column("sound", |_| verdict("sound"))
        .column("sound, with a blemish", |_| flawed.clone().count())
        .column("unsound", |_| verdict("unsound"))
        .column("open", |_| verdict("open"))
        .columns(CookKind::ALL.map(CookKind::term), |_| counts.map(Cell::from))
        .table()
}
