#!/bin/sh
# Fuzzes the readers on the stable compiler.
#
#   scripts/fuzz.sh [SECONDS] [TARGET...]      default: 60 seconds for each target
#
# Inputs that fail are left in fuzz/artifacts/TARGET; what was learnt stays in fuzz/corpus/TARGET.
set -eu
cd "$(dirname "$0")/../fuzz"

seconds=${1:-60}
[ $# -gt 0 ] && shift
targets=${*:-$(sed -n '/^\[\[bin\]\]/,$ s/^name = "\(.*\)"/\1/p' Cargo.toml)}

# Coverage as cargo-fuzz asks for it, in words that the stable compiler knows. The explicit target keeps the flags
# away from build scripts, the directory of its own away from ordinary builds.
host=$(rustc -vV | sed -n 's/^host: //p')
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing"

for target in $targets; do
    cargo build --quiet --release --target "$host" --target-dir target --bin "$target"
    mkdir -p "corpus/$target" "artifacts/$target"
    # Seeds: the sample records of this format, if there are any.
    seeds=$(mktemp -d)
    cp ../data/records/*."$target"* "$seeds" 2>/dev/null || true
    echo "== $target, $seconds s"
    status=0
    "target/$host/release/$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=1024 \
        -print_final_stats=1 -artifact_prefix="artifacts/$target/" "corpus/$target" "$seeds" >"$seeds.log" 2>&1 || status=$?
    grep -E '^(stat::|SUMMARY|ERROR|thread|assert|==[0-9]+==|Done)|panicked' "$seeds.log" || true
    rm -r "$seeds" "$seeds.log"
    if [ "$status" != 0 ] || [ -n "$(ls "artifacts/$target")" ]; then
        echo "$target: failing inputs in fuzz/artifacts/$target" >&2
        exit 1
    fi
done
