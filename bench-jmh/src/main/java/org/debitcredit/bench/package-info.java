/**
 * Benchmarks. Those named {@code *Benchmark} are JMH's and run by {@code java -jar benchmarks.jar}; {@link
 * org.debitcredit.bench.PairedH2} is a command of its own.
 *
 * <pre>
 *   CodecBenchmark           a batch document: encode, decode
 *   JournalBenchmark         the disk bus alone: append, append and force
 *   LedgerBenchmark          SQL alone: execute and commit
 *   EngineBenchmark          all of it, on H2
 *   BusVersusMutexBenchmark  the bus beside the article's yardstick: mutex, thread per connection, log write per
 * request
 *   PairedH2                 all of it on H2, beside a plain JDBC loop that has no journal
 *   MemoryLedgerBenchmark    arrays alone: execute and commit
 *   BaselineBenchmark        loops that never change: arithmetic, forced writes
 *   QuickBenchmarks          five of them beside their baselines, held against recorded runs: part of every build
 * </pre>
 *
 * Benchmarks that wait for the disk show this by {@link org.debitcredit.bench.Durability}.
 */
@NullMarked
package org.debitcredit.bench;

import org.jspecify.annotations.NullMarked;
