#!/bin/sh
# Compiles the fuzz targets for libFuzzer and the address sanitizer. Tests/Unit/Fuzz/run.sh runs them.
set -eu
cd "$(dirname "$0")/../../.."
out=.build/fuzz
mkdir -p "$out"

features="ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault"
flags="-O -g -swift-version 6 -parse-as-library -package-name checklistd -sanitize=fuzzer,address -use-ld=lld -I $out"
for feature in $features; do flags="$flags -enable-upcoming-feature $feature"; done

objects=
module() { # NAME SOURCE ...: compiles a module and leaves its object file and interface in $out
    name=$1
    shift
    # shellcheck disable=SC2086
    swiftc $flags -wmo -module-name "$name" -emit-module -emit-module-path "$out/$name.swiftmodule" \
        -emit-object -o "$out/$name.o" "$@"
    objects="$objects $out/$name.o"
}

module JSON Sources/Base/JSON/*.swift
module Dates Sources/Base/Dates/*.swift
module HTTP Sources/Serve/HTTP/*.swift Sources/Serve/HTTP/*/*.swift
module XML Sources/Base/XML/*.swift
module ICalendar Sources/Base/ICalendar/*.swift
module Randomness Tests/Fixtures/Randomness/*.swift
for target in Parser JSONGate Routing Query XMLDocument Calendar; do
    # shellcheck disable=SC2086
    swiftc $flags -module-name "Fuzz$target" -o "$out/$target" \
        "Tests/Unit/Fuzz/$target.swift" Tests/Unit/HTTPTests/Transcript.swift $objects
done
