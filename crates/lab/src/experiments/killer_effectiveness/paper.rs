//! What the thesis found (paper 000, sections 3.2 and 3.3): 100 positions after plies 30 to 80 of games between players
//! rated 2300 and more, ten seconds each, in the program TACOS.

/// Rate of each of Brotherbest, Passbest and Premovebest, as the thesis itself reads it off the lines of fig. 3.1.
pub(super) const RATE: f64 = 0.6;
/// Figs. 3.2 and 3.3: the highest and the lowest rate of Passbest.
pub(super) const PASS: (f64, f64) = (0.91, 0.48);
/// Fig. 3.4: the depth from which the killers diverge, in bits.
pub(super) const PARTING: usize = 11;
/// Figs. 3.2 and 3.3: the killer whose most and least effective positions are shown.
pub(super) const SHOWN: &str = "Passbest";
/// Fig. 3.4 for each killer: the rate from [`PARTING`] on.
pub(super) const BEYOND: [(&str, &str); 3] =
    [("Brotherbest", "stays"), ("Passbest", "falls"), ("Premovebest", "rises")];
/// Fig. 3.1 in words.
pub(super) const PROGRESS: &str = "all three about 0.6 and independent of progress";
/// Fig. 3.4 in words.
pub(super) const DEPTH: &str = "from depth 11 on Premovebest goes on rising, Brotherbest stays, Passbest falls; below the three \
                                rank in that order: Brotherbest, Premovebest, Passbest";
/// Fig. 3.5 in words.
pub(super) const KINDS: &str = "no answers to checks and more attacks in Passbest; more answers to checks and captures of the \
                                piece just moved in Premovebest; Brotherbest much as without a killer";
