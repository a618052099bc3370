//! Does a predicted spread hold? Rows sorted by it, in bins, with the spread that was found there (paper 004, section 4.2.3,
//! figures 21 and 22).

/// Rows of like predicted spread.
#[derive(Clone, PartialEq)]
pub struct CalibrationBin {
    /// Mean of the predicted spreads, in centipawns.
    pub predicted: f64,
    /// Standard deviation of the predicted spreads: the paper's error bars.
    pub width: f64,
    /// The rows, by number.
    pub rows: Vec<usize>,
}

komadai_core::debug_by_sizes!(CalibrationBin { predicted, width }[rows]);

impl CalibrationBin {
    /// Root of the mean square of the differences of its rows, in centipawns.
    pub fn found(&self, differences: &[f64]) -> f64 {
        let squares: f64 = self.rows.iter().map(|&row| differences[row].powi(2)).sum();
        (squares / self.rows.len().max(1) as f64).sqrt()
    }
}

/// Rows in `bins` bins of equal numbers, by their predicted spread; the paper has 128. Fewer if there are fewer rows.
///
/// ```
/// use komadai_learn::reliability::calibration_bins;
///
/// let bins = calibration_bins(&[300.0, 100.0, 120.0, 280.0], 2);
/// assert_eq!((bins[0].predicted, bins[0].rows.as_slice()), (110.0, &[1, 2][..]));
/// assert_eq!(bins[1].found(&[300.0, 0.0, 0.0, -300.0]), 300.0);
/// ```
pub fn calibration_bins(predicted: &[f64], bins: usize) -> Vec<CalibrationBin> {
    let mut order: Vec<usize> = (0..predicted.len()).collect();
    order.sort_by(|&a, &b| predicted[a].total_cmp(&predicted[b]).then(a.cmp(&b)));
    let bins = bins.clamp(1, predicted.len().max(1));
    let bin = |bin: usize| {
        let rows = order[bin * order.len() / bins..(bin + 1) * order.len() / bins].to_vec();
        let n = rows.len().max(1) as f64;
        let mean = rows.iter().map(|&row| predicted[row]).sum::<f64>() / n;
        let square = rows.iter().map(|&row| (predicted[row] - mean).powi(2)).sum::<f64>() / n;
        CalibrationBin { predicted: mean, width: square.sqrt(), rows }
    };
    (0..bins).map(bin).filter(|bin| !bin.rows.is_empty()).collect()
}
