#!/bin/sh
# Runs the fuzz targets, which Tests/Unit/Fuzz/build.sh compiles, for SECONDS, side by side, from the seeds in
# Tests/Unit/Fuzz/seeds.
# usage: Tests/Unit/Fuzz/run.sh SECONDS [TARGET ...]
# A target is one of Parser, JSONGate, Routing, Query, XMLDocument, Calendar, Exchange.
# What makes a target crash is left in .build/fuzz/TARGET.crash-*, and what was learned in .build/fuzz/corpus.
set -eu
cd "$(dirname "$0")/../../.."
seconds=${1:?usage: Tests/Unit/Fuzz/run.sh SECONDS [TARGET ...]}
shift
targets=${*:-Parser JSONGate Routing Query XMLDocument Calendar Exchange}
out=.build/fuzz

fuzz() { # TARGET: fails with the end of its log if it finds something
    mkdir -p "$out/corpus/$1"
    # Swift's runtime frees nothing at the end, so leaks are not looked for.
    # libFuzzer says where a crash was; Swift's backtracer does not end, and holds the log open.
    SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 "$out/$1" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
        -rss_limit_mb=2048 -artifact_prefix="$out/$1." -print_final_stats=1 -verbosity=1 \
        "$out/corpus/$1" "Tests/Unit/Fuzz/seeds/$1" 2>"$out/$1.log" ||
        { tail -n 40 "$out/$1.log"; return 1; }
}

running=
for target in $targets; do
    fuzz "$target" &
    running="$running $!"
done
for process in $running; do wait "$process"; done
for target in $targets; do
    echo "== $target for $seconds s"
    grep -E '^#[0-9]+.*DONE|stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb)' "$out/$target.log"
done
