//! Hisshi (必至, brinkmate): one move without check after which every reply is mated by checks alone.
//!
//! [`Solver`](crate::Solver) follows checks. This search adds a single move that gives no check, the *key*, in front: 一手必至. The defender
//! may answer the key by any legal move, including a check of his own, and after each of these replies the attacker must mate by checks
//! alone.
//!
//! | term | here | meaning |
//! |---|---|---|
//! | 必至 *hisshi* | [`HisshiVerdict::Hisshi`] | whatever the defender replies, he is mated |
//! | 詰めろ *tsumero* | [`HisshiKey::threat`] | the mate that would follow if the defender passed |
//! | 受け *uke* | [`Refutation::reply`] | a reply after which the attacker has no mate by checks |
//!
//! **Why an answer is right.** A key is reported when each legal reply leads to a position that the solver has shown to be mate. A key is
//! given up when one legal reply leads to a position that the solver has shown to be no mate. The threat and the order of moves decide
//! only what is asked first. A key is not given up for lack of a threat: the defender may not pass, and where every move of his does
//! harm, no threat is needed (zugzwang).
//!
//! **No legal reply.** A player who cannot move has lost, in check or not. So a key after which the defender has no legal
//! move is hisshi with no replies. If the key is a pawn drop, it is legal: only a pawn that gives check may not be
//! dropped for mate (打ち歩詰め).
//!
//! **Checks of the defender.** If the attacker has a king, a reply may give check. The attacker must then answer with a move that gives
//! check itself. An evasion without check would be a second move without check, so a reply that forces one counts as a refutation here,
//! although in a game the hisshi may stand once the checks have ended.

mod answer;
pub mod certificate;
mod search;

pub use answer::{AnsweredReply, HisshiAnswer, HisshiKey, HisshiVerdict, Refutation};
pub use search::{HisshiLimits, find_hisshi};
