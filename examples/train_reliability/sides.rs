//! The sides of a trained model learned anew, its weights as they are: a few thousand samples do.

use std::path::Path;

use komadai::artifact::Artifact;
use komadai::eval::reliability::{ReliabilityModel, Sides};
use komadai::learn::reliability::{Sample, SpreadRows, fit_sides};
use komadai_report::{Cell, Failure, Table};

/// What a table says of a pair of depths.
pub(crate) type Learned = ((f32, f32), usize, Sides);

/// Middles and widths of the sides, in scales of the position.
pub(crate) fn table(found: impl IntoIterator<Item = Learned>) -> Table {
    let mut table = Table::new(["depths", "positions", "centre", "scale below", "above"]);
    for ((shallow, deep), rows, Sides { centre, below, above }) in found {
        let numbers = [centre, below, above].map(|number| Cell::real(number.into(), 3));
        table.push([format!("{shallow} and {deep}").into(), rows.into()].into_iter().chain(numbers));
    }
    table
}

/// Learns the sides of all pairs of a model file, and puts them there.
///
/// Returns the table. Weights, and what is known after a search, stay as they are; the note of the provenance says of what the sides are.
pub(crate) fn renew(
    weights: &Path,
    save: Option<&Path>,
    samples: &[&Sample],
    limit: i32,
    source: &str,
) -> Result<Table, Failure> {
    let loaded = ReliabilityModel::load(weights).map_err(|error| format!("--weights: {error}"))?;
    let (mut model, mut provenance) = loaded;
    let mut found = Vec::new();
    for pair in &mut model.pairs {
        let (shallow, deep) = (pair.shallow as u32, pair.deep as u32);
        let rows = SpreadRows::of(samples.iter().copied(), &model.features, shallow, deep, limit);
        if rows.is_empty() {
            return Err(format!("depths {shallow} and {deep}: no sample, expected some").into());
        }
        pair.sides = fit_sides(&rows, model.link, pair);
        found.push(((pair.shallow, pair.deep), rows.len(), pair.sides));
    }
    if let Some(path) = save {
        provenance.note = format!("sides of {} positions: {source}", samples.len());
        model.save(&provenance, path)?;
    }
    Ok(table(found))
}
