//! What an audit found at one position, as a line of the journal.

use crate::watch::audit::{AuditedClaim, ClaimForm};

/// Claims of one pruning at one position: how many were made, and what became of those asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judged {
    /// Name of the pruning.
    pub(super) by: String,
    /// What was given up, and on which side of the window.
    pub(super) form: ClaimForm,
    /// Claims made.
    pub(super) seen: u64,
    pub(super) cases: Vec<Case>,
}

/// A claim that was asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    /// Number of the band of depths.
    pub(super) band: usize,
    /// Number of the stage of the game.
    pub(super) stage: usize,
    pub(super) found: AuditedClaim,
}

/// Bands of depths and stages of the game.
const BANDS: usize = 4;
const STAGES: usize = 3;

/// All prunings of a position as a text without tabs: `null move/0/120/0.2.right,1.2.85;…`, a number being an error in
/// centipawns.
pub(super) fn write(judged: &[Judged]) -> String {
    let case = |case: &Case| {
        let found = match case.found {
            AuditedClaim::Right => "right".to_owned(),
            AuditedClaim::Wrong(off) => off.to_string(),
            AuditedClaim::Open => "open".to_owned(),
        };
        format!("{}.{}.{found}", case.band, case.stage)
    };
    let pruning = |of: &Judged| {
        let cases: Vec<String> = of.cases.iter().map(case).collect();
        format!("{}/{}/{}/{}", of.by, of.form as usize, of.seen, cases.join(","))
    };
    judged.iter().map(pruning).collect::<Vec<_>>().join(";")
}

/// What [`write()`] wrote; `None` of anything else.
pub(super) fn read(text: &str) -> Option<Vec<Judged>> {
    let parts = |text: &str, between: char| -> Vec<String> {
        text.split(between).filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    parts(text, ';').iter().map(|pruning| read_pruning(pruning)).collect()
}

fn read_pruning(text: &str) -> Option<Judged> {
    // Names of own prunings may hold anything.
    let mut fields = text.rsplitn(4, '/');
    let (cases, seen, form, by) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
    let cases = cases.split(',').filter(|case| !case.is_empty()).map(read_case).collect::<Option<_>>()?;
    let (form, _) = *ClaimForm::ALL.get(form.parse::<usize>().ok()?)?;
    Some(Judged { by: by.to_owned(), form, seen: seen.parse().ok()?, cases })
}

fn read_case(text: &str) -> Option<Case> {
    let [band, stage, found] = text.split('.').collect::<Vec<_>>().try_into().ok()?;
    let (band, stage) = (band.parse().ok()?, stage.parse().ok()?);
    let found = match found {
        "right" => AuditedClaim::Right,
        "open" => AuditedClaim::Open,
        off => AuditedClaim::Wrong(off.parse().ok()?),
    };
    (band < BANDS && stage < STAGES).then_some(Case { band, stage, found })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_and_nothing_else() {
        let case = |band, stage, found| Case { band, stage, found };
        let cases = vec![case(0, 2, AuditedClaim::Right), case(3, 0, AuditedClaim::Wrong(-85))];
        let one = Judged { by: "null move".into(), form: ClaimForm::AboveBeta, seen: 120, cases };
        let cases = vec![case(1, 1, AuditedClaim::Open)];
        let two = Judged { by: "own/part".into(), form: ClaimForm::Moves, seen: 1, cases };
        let three = Judged { by: "razoring".into(), form: ClaimForm::BelowAlpha, seen: 7, cases: Vec::new() };
        let all = vec![one, two, three];
        assert_eq!(read(&write(&all)), Some(all));
        assert_eq!(read(""), Some(Vec::new()));
        for text in
            ["null", "a/3/1/", "a/0/x/", "a/0/1/0.0", "a/0/1/4.0.right", "a/0/1/0.3.open", "a/0/1/0.0.no"]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
