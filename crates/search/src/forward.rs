//! `forward!`: forwards methods of a socket to the part in it.

/// Inside an `impl`: defines methods of these signatures that call those of the same name, of what a pattern finds in
/// `self` (`self { Some(part) => part, None => () }`) or of several parts in order (`self [self.0, self.1]`).
macro_rules! forward {
    ($self:ident $parts:tt $(fn $name:ident (&$($this:ident)+ $(, $arg:ident: $type:ty)*) $(-> $out:ty)?;)+) => {
        $($crate::forward::forward!(@$self $parts $name [&$($this)+ $(, $arg: $type)*] ($($arg),*) [$(-> $out)?]);)+
    };
    (@$self:ident { $($pattern:pat => $part:expr),+ } $name:ident [$($taken:tt)*] $args:tt [$($out:tt)*]) => {
        #[inline]
        fn $name($($taken)*) $($out)* {
            match $self { $($pattern => $part.$name $args),+ }
        }
    };
    (@$self:ident [$($part:expr),+] $name:ident [$($taken:tt)*] $args:tt []) => {
        #[inline]
        fn $name($($taken)*) {
            $($part.$name $args;)+
        }
    };
}
pub(crate) use forward;
