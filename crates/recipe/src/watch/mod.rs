//! Observers of searches, and what they count.

/// Defines counts with their meanings, which can be added up.
macro_rules! counts {
    ($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $count:ident,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub struct $name {
            $($(#[$meaning])* pub $count: u64,)+
        }

        impl std::ops::AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                $(self.$count += other.$count;)+
            }
        }

        impl std::iter::Sum for $name {
            fn sum<I: Iterator<Item = $name>>(all: I) -> $name {
                all.fold($name::default(), |mut sum, one| {
                    sum += one;
                    sum
                })
            }
        }
    };
}

pub mod audit;
pub mod effectiveness;
pub mod killers;
pub mod tree_profile;
