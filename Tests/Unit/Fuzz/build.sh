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
module Spelling Sources/Base/Spelling/*.swift
module HTTP Sources/Serve/HTTP/*.swift Sources/Serve/HTTP/*/*.swift
module XML Sources/Base/XML/*.swift
module ICalendar Sources/Base/ICalendar/*.swift
module Randomness Tests/Fixtures/Randomness/*.swift
for target in Parser JSONGate Routing Query XMLDocument Calendar; do
    # shellcheck disable=SC2086
    swiftc $flags -module-name "Fuzz$target" -o "$out/$target" \
        "Tests/Unit/Fuzz/$target.swift" Tests/Unit/HTTPTests/Transcript.swift $objects
done

# The other targets do without these modules. libFuzzer reads the counters of all modules after each input.
flags="$flags -I Sources/System/CDigest/include"
clang -O2 -g -fsanitize=address -I Sources/System/CDigest/include -c -o "$out/CDigest.o" Sources/System/CDigest/CDigest.c
objects="$objects $out/CDigest.o"
folder() { # NAME PATH: compiles the module that a folder contains
    # shellcheck disable=SC2046
    module "$1" $(find "$2" -name '*.swift' | sort)
}
folder Digest Sources/Base/Digest
folder Checklists Sources/Domain/Checklists
folder QuickAdd Sources/Domain/QuickAdd
folder CalendarObjects Sources/Domain/CalendarObjects
folder Exchange Sources/Domain/Exchange
# shellcheck disable=SC2086
swiftc $flags -module-name FuzzExchange -o "$out/Exchange" Tests/Unit/Fuzz/Exchange.swift $objects -l_FoundationICU
