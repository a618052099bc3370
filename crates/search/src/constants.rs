//! The constants of [`Settings`] by name, with ranges and steps: for recipes, experiments and tuning.

use komadai_core::Value;

use crate::depth::Depth;
use crate::settings::Settings;

/// A constant of [`Settings`] by its name.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The path of its field, `late_moves.scale`. Depths are in 1/64 ply, values in centipawns, switches 0 or 1.
    pub name: &'static str,
    /// The least value that makes sense.
    pub least: i32,
    /// The largest value that makes sense.
    pub most: i32,
    /// A change that is likely to have an effect: the unit of tuning.
    pub step: i32,
    get: fn(&Settings) -> i32,
    set: fn(&mut Settings, i32),
}

impl Constant {
    /// Its value in these settings.
    pub fn get(&self, settings: &Settings) -> i32 {
        (self.get)(settings)
    }
}

/// Unknown constant, or value out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("constant {found}, expected {expected}")]
#[non_exhaustive]
pub struct SettingsError {
    /// The name, or the name and the value.
    pub found: String,
    /// The known names, or the range.
    pub expected: String,
}

/// A field of settings as an integer.
trait Integer {
    fn get(&self) -> i32;
    fn set(&mut self, value: i32);
}

/// Types as integers: how to read a value as an integer, and how to make it from one.
macro_rules! integers {
    ($($type:ty: $read:expr, $make:expr;)+) => {$(
        impl Integer for $type {
            fn get(&self) -> i32 {
                $read(*self)
            }

            fn set(&mut self, value: i32) {
                *self = $make(value);
            }
        }
    )+};
}

integers! {
    i32: |value| value, |value| value;
    u32: |value| value as i32, |value| value as u32;
    u8: i32::from, |value| value as u8;
    usize: |value| value as i32, |value| value as usize;
    bool: i32::from, |value| value != 0;
    Depth: Depth::units, Depth::from_units;
    Value: Value::cp, Value::from_cp;
}

/// The table of constants: path of the field, range, step.
macro_rules! constants {
    ($($part:ident $(. $field:ident)*: $least:literal to $most:literal by $step:literal;)*) => {
        &[$(Constant {
            name: concat!(stringify!($part) $(, ".", stringify!($field))*),
            least: $least,
            most: $most,
            step: $step,
            get: |settings| Integer::get(&settings.$part$(.$field)*),
            set: |settings, value| Integer::set(&mut settings.$part$(.$field)*, value),
        }),*]
    };
}

impl Settings {
    /// All constants, in the order of the fields.
    pub const CONSTANTS: &'static [Constant] = constants! {
        plies.check_extension: 0 to 64 by 8;
        plies.iir_from: 64 to 8192 by 64;
        realization.floor: 1 to 256 by 8;
        realization.cap: 64 to 1_024 by 32;
        realization.table: 16 to 1_024 by 16;
        realization.research: 16 to 1_024 by 16;
        realization.iid_from: 64 to 8192 by 64;
        realization.iid_less: 64 to 512 by 32;
        realization.iid_null_windows: 0 to 1 by 1;
        realization.tail: 0 to 512 by 32;
        realization.recalled_tail: 0 to 8192 by 32;
        late_moves.from_order: 1 to 8 by 1;
        late_moves.from_depth: 64 to 384 by 64;
        late_moves.scale: 4 to 40 by 2;
        late_moves.base: -128 to 128 by 12;
        late_moves.cut_node: 0 to 192 by 16;
        late_moves.falling: 0 to 128 by 12;
        late_moves.open: 0 to 192 by 16;
        late_moves.score_per_ply: 100 to 100_000 by 1_000;
        singular.from_depth: 192 to 8192 by 64;
        singular.entry_within: 64 to 512 by 64;
        singular.per_ply: 0 to 40 by 1;
        singular.extension: 0 to 63 by 8;
        history.limit: 256 to 30_000 by 800;
        history.bonus.per_ply: 0 to 1_000 by 15;
        history.bonus.less: 0 to 1_000 by 20;
        history.bonus.most: 64 to 8_192 by 150;
        history.bonus.unrefuted: 0 to 300 by 20;
        continuation.limit: 256 to 32_767 by 3_000;
        continuation.bonus.per_ply: 0 to 1_000 by 15;
        continuation.bonus.less: 0 to 1_000 by 20;
        continuation.bonus.most: 64 to 8_192 by 150;
        continuation.bonus.unrefuted: 0 to 300 by 20;
        captures_per_cp: 1 to 1_000 by 5;
        danger.per_pawn: 0 to 10_000 by 100;
        check_bonus.score: 0 to 50_000 by 1_000;
        correction_rate: 0 to 16 by 1;
        futility.to_depth: 0 to 1_024 by 64;
        futility.margin.base: 0 to 400 by 15;
        futility.margin.per_ply: 20 to 300 by 8;
        futility.open: 0 to 1 by 1;
        razoring.to_depth: 0 to 640 by 64;
        razoring.base: 50 to 1_000 by 40;
        razoring.per_square: 0 to 800 by 30;
        null_move.from_depth: 64 to 384 by 64;
        null_move.reduction: 64 to 448 by 20;
        null_move.ply_for: 128 to 640 by 24;
        capture_cut.from_depth: 192 to 8192 by 64;
        capture_cut.less: 128 to 448 by 24;
        capture_cut.margin: 50 to 500 by 20;
        late_pruning.to_depth: 64 to 1_024 by 64;
        late_pruning.base: 1 to 16 by 1;
        late_pruning.open: 0 to 1 by 1;
        exchange.to_depth: 0 to 1_024 by 64;
        exchange.quiet: 0 to 100 by 4;
        exchange.capture: 0 to 600 by 30;
        delta.margin: 0 to 500 by 20;
        quiescence.recaptures_from: 1 to 16 by 1;
        quiescence.quiet_answers: 0 to 16 by 1;
        age_plies: 0 to 64 by 4;
        aspiration: 8 to 400 by 8;
    };

    /// The constant of this name.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if there is none.
    pub fn constant(name: &str) -> Result<&'static Constant, SettingsError> {
        let found = Settings::CONSTANTS.iter().find(|known| known.name == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = Settings::CONSTANTS.iter().map(|known| known.name).collect();
            SettingsError { found: format!("{name:?}"), expected: format!("one of {}", names.join(", ")) }
        })
    }

    /// Sets a constant.
    ///
    /// # Errors
    ///
    /// [`SettingsError`] if there is no such constant, or the value is out of its range.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), SettingsError> {
        let &Constant { name, least, most, set, .. } = Settings::constant(name)?;
        if !(least..=most).contains(&value) {
            let (found, expected) = (format!("{name} = {value}"), format!("{least} to {most}"));
            return Err(SettingsError { found, expected });
        }
        set(self, value);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_constant_is_read_and_written_and_lies_in_its_range() {
        let default = Settings::default();
        for constant in Settings::CONSTANTS {
            let &Constant { name, least, most, step, .. } = constant;
            let value = constant.get(&default);
            let never = constant.get(&default) == Depth::NEVER.units();
            assert!((least..=most).contains(&value) || never, "{name}: {value}");
            assert!(step > 0 && least < most, "{name}");
            for value in [least, most] {
                let mut settings = default.clone();
                settings.set(name, value).unwrap();
                assert_eq!(constant.get(&settings), value, "{name}");
                let changed: Vec<_> = Settings::CONSTANTS
                    .iter()
                    .filter(|other| other.get(&settings) != other.get(&default))
                    .map(|other| other.name)
                    .collect();
                assert!(changed.is_empty() || changed == [name], "{name} changes {changed:?}");
            }
            assert!(default.clone().set(name, most + 1).is_err());
        }
    }
}
