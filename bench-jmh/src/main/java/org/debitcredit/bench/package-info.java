/**
 * Benchmarks. Those named {@code *Benchmark} are JMH's and run by {@code java -jar benchmarks.jar}. Every other class
 * with a {@code main} method, such as {@link org.debitcredit.bench.PairedH2}, is a command of its own.
 *
 * <pre>
 *   CodecBenchmark                   a batch document: encode, decode
 *   JournalBenchmark                 the journal alone: append, append and force
 *   LedgerBenchmark                  SQL alone: execute and commit
 *   EngineBenchmark                  all of it, on H2
 *   GroupCommitVersusMutexBenchmark  group commit beside the article's baseline: a mutex, a thread for each
 *                                    connection, a log write for each request
 *   PairedH2                         all of it on H2, beside a plain JDBC loop that has no journal
 *   MemoryLedgerBenchmark            arrays alone: execute and commit
 *   BaselineBenchmark                loops that never change: arithmetic, forced writes
 *   QuickBenchmarks                  five benchmarks beside their baselines, compared with recorded runs: part of
 *                                    every build
 * </pre>
 *
 * {@link org.debitcredit.bench.Durability} is a parameter of {@code GroupCommitVersusMutexBenchmark}: whether its
 * answers wait for the disk.
 */
@NullMarked
package org.debitcredit.bench;

import org.jspecify.annotations.NullMarked;
