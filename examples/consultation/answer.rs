//! A measurement as the text of an answer and back, and the question that it answers.
//!
//! Times are in it too: they stay what they were when they were measured.

use std::time::Duration;

use komadai::analysis::fingerprint;
use komadai::evaluation::Evaluation;
use komadai::search::{Sharing, Vote};
use komadai::{Move, Position};
use komadai_lab::consultation::{APART, Measurement, SIZES, Search, Setup};
use komadai_lab::{ConsultationRecipe, NamedEvaluation};
use komadai_report::{Failure, read_value};

/// What decides the answers of a setup. The number is made of node counts: a search or an evaluation that was changed has, most
/// likely, another one.
pub(crate) fn describe(setup: &Setup, eval: &Evaluation) -> Result<String, Failure> {
    let Setup { sigma, seed, depth, nodes, scout, hash_mb } = setup;
    let recipe: ConsultationRecipe = format!("consultation-8-{sigma}-{seed}").parse()?;
    let mut engine = NamedEvaluation::from(eval.clone()).consultation(&recipe, 1)?;
    let print = fingerprint(&mut engine);
    let nodes = nodes.map_or_else(String::new, |nodes| format!(" nodes {nodes}"));
    Ok(format!("{recipe} {eval} {print:06x} depth {depth}{nodes} scout {scout} hash {hash_mb}"))
}

/// The question of a setup, described so, at a position.
pub(crate) fn question(setup: &str, pos: &Position) -> String {
    format!("{setup}; {pos}")
}

pub(crate) fn write(measured: &Measurement) -> String {
    let Measurement { together, apart, noiseless } = measured;
    let all = together.iter().chain(apart).chain([noiseless]);
    all.map(write_search).collect::<Vec<_>>().join(" ")
}

fn write_search(search: &Search) -> String {
    let Search { votes, best, nodes, time, sharing, complete } = search;
    let Sharing { inner, cut, split, moves, waiting } = sharing;
    let best = best.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
    let votes: Vec<String> = votes.iter().map(|vote| format!("{}:{}", vote.mv, vote.value.cp())).collect();
    format!(
        "{nodes}/{}/{inner},{cut},{split},{moves},{waiting}/{}/{best}/{}",
        time.as_nanos(),
        u8::from(*complete),
        votes.join(",")
    )
}

pub(crate) fn read(text: &str) -> Option<Measurement> {
    let mut searches: Vec<Search> = text.split(' ').map(read_search).collect::<Option<_>>()?;
    if searches.len() != SIZES.len() + APART + 1 {
        return None;
    }
    let noiseless = searches.pop()?;
    let apart = searches.split_off(SIZES.len());
    Some(Measurement { together: searches, apart, noiseless })
}

fn read_search(text: &str) -> Option<Search> {
    let fields: Vec<&str> = text.split('/').collect();
    let [nodes, time, sharing, complete, best, votes] = fields.try_into().ok()?;
    let sharing: Vec<u64> = sharing.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [inner, cut, split, moves, waiting] = sharing.try_into().ok()?;
    let votes: Option<Vec<Vote>> = votes.split(',').filter(|vote| !vote.is_empty()).map(read_vote).collect();
    Some(Search {
        votes: votes?,
        best: if best == "-" { None } else { Some(best.parse::<Move>().ok()?) },
        nodes: nodes.parse().ok()?,
        time: Duration::from_nanos(time.parse().ok()?),
        sharing: Sharing { inner, cut, split, moves, waiting },
        complete: match complete {
            "0" => false,
            "1" => true,
            _ => return None,
        },
    })
}

fn read_vote(text: &str) -> Option<Vote> {
    let (mv, cp) = text.split_once(':')?;
    Some(Vote { mv: mv.parse().ok()?, value: read_value(cp)? })
}
