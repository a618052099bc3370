//! What a certificate claims.

/// Claim of a certificate about its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The side to move mates by checks alone.
    Mate,
    /// The side to move does not mate by checks alone.
    NoMate,
    /// The side to move does not mate by checks alone within so many plies, every ply counted.
    NoMateWithin,
}
