//! The sibling model's rows as a sparse matrix in files, and the time of a product without them: what another program needs
//! to check ours and to be compared with it (`tools/compare_scipy.py`).

use std::fs::File;
use std::io::{BufRead, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use komadai::Position;
use komadai::eval::pair::{Fold, FoldedPairs};
use komadai::eval::{FeatureId, FeatureSet};
use komadai::learn::discriminant::{DiscriminantOptions, train};
use komadai::learn::pairs::{MemoryShards, PairEquations, PairRows, Shards, Unknowns, count_slots};
use komadai::learn::solve::NormalEquations;
use komadai_lab::ThreadClock;
use komadai_report::Failure;

/// The slots that are solved for, numbered as the solver numbers them.
struct Chosen {
    pairs: FoldedPairs,
    /// `[slot]`: its unknown
    unknown_of: Vec<Option<u32>>,
    unknowns: usize,
}

impl Chosen {
    fn new(unknowns: &Unknowns) -> Chosen {
        let mut unknown_of = vec![None; unknowns.fold().len()];
        for (unknown, &slot) in unknowns.slots().iter().enumerate() {
            unknown_of[slot as usize] = Some(unknown as u32);
        }
        let pairs = FoldedPairs { fold: Arc::clone(unknowns.fold()) };
        Chosen { pairs, unknown_of, unknowns: unknowns.len() }
    }
}

impl FeatureSet for Chosen {
    const NAME: &'static str = "chosen-pairs";

    fn len(&self) -> usize {
        self.unknowns
    }

    fn visit(&self, pos: &Position, mut each: impl FnMut(FeatureId, f32)) {
        self.pairs.visit(pos, |slot, value| {
            if let Some(unknown) = self.unknown_of[slot as usize] {
                each(unknown, value);
            }
        });
    }
}

/// Writes `data.f32`, `indices.i32`, `indptr.i64`, `labels.f32` (a matrix in compressed rows), `solution.f64` and
/// `shape.json`; numbers are little-endian.
pub(crate) fn write(
    positions: &MemoryShards,
    options: &DiscriminantOptions,
    folder: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let trained = train(positions, None::<&MemoryShards>, options, (), None, |_, _| Ok(()))?;
    std::fs::create_dir_all(folder).map_err(|error| format!("--dump-rows {}: {error}", folder.display()))?;
    let create = |name: &str| -> Result<BufWriter<File>, Failure> {
        let path = folder.join(name);
        let file = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(BufWriter::new(file))
    };
    let (mut data, mut indices) = (create("data.f32")?, create("indices.i32")?);
    let (mut indptr, mut labels) = (create("indptr.i64")?, create("labels.f32")?);
    let (mut rows, mut entries) = (0_u64, 0_i64);
    indptr.write_all(&entries.to_le_bytes())?;
    let set = Chosen::new(&trained.unknowns);
    let source = PairRows { shards: positions, model: options.model, set };
    for block in 0..positions.blocks() {
        let mut wrote = Ok(());
        source.visit(block, |row| {
            let mut all = || -> std::io::Result<()> {
                for &(feature, value) in row.entries {
                    indices.write_all(&(feature as i32).to_le_bytes())?;
                    data.write_all(&value.to_le_bytes())?;
                }
                entries += row.entries.len() as i64;
                indptr.write_all(&entries.to_le_bytes())?;
                labels.write_all(&row.label.to_le_bytes())
            };
            if wrote.is_ok() {
                wrote = all();
            }
            rows += 1;
        })?;
        wrote?;
    }
    let mut solution = create("solution.f64")?;
    for weight in &trained.state.x {
        solution.write_all(&weight.to_le_bytes())?;
    }
    for mut file in [data, indices, indptr, labels, solution] {
        file.flush()?;
    }
    let (columns, iterations) = (trained.unknowns.len(), trained.state.iteration);
    let shape = format!(
        "{{\"rows\": {rows}, \"columns\": {columns}, \"entries\": {entries}, \"iterations\": {iterations}}}\n"
    );
    let mut file = create("shape.json")?;
    file.write_all(shape.as_bytes())?;
    file.flush()?;
    writeln!(out, "Saved {rows} rows, {columns} columns, {entries} entries in {}", folder.display())?;
    Ok(())
}

/// Multiplies once for every line of the standard input, and answers with the seconds it took.
pub(crate) fn time(
    positions: &MemoryShards,
    options: &DiscriminantOptions,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let fold = Arc::new(Fold::new(options.symmetry));
    let counts = count_slots(positions, &fold, options.spread, &mut ())?;
    let unknowns = Unknowns::select(fold, |slot| counts[slot] >= options.threshold.max(1));
    let p: Vec<f32> = (0..unknowns.len()).map(|unknown| (unknown % 17) as f32 / 8.0 - 1.0).collect();
    let mut q = vec![0.0; p.len()];
    let mut equations = PairEquations::new(positions, &unknowns, options.model, options.spread);
    writeln!(out, "ready: {} bytes of positions", positions.bytes())?;
    out.flush()?;
    for line in std::io::stdin().lock().lines() {
        line?;
        q.fill(0.0);
        let start = ThreadClock::now();
        equations.multiply(&p, &mut q)?;
        writeln!(out, "{}", start.elapsed().as_secs_f64())?;
        out.flush()?;
    }
    Ok(())
}
