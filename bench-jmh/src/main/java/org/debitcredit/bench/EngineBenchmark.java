package org.debitcredit.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The whole engine on H2 and a Chronicle journal: single DebitCredits, each with its own key, each answered after the
 * fdatasync that covers it; no network. One operation is one transaction. Each iteration has a bank of its own.
 */
@State(Scope.Benchmark)
public class EngineBenchmark extends BankBenchmark {

    /** Directory of the journal, on the medium to be measured. */
    @Param("target/bench")
    public String directory = "";

    @Param({"1", "64", "1000"})
    public int inFlight;

    @Param("10")
    public int branches;

    private EngineOnH2 engine;

    @Setup(Level.Iteration)
    public void open() throws IOException {
        engine = new EngineOnH2(Path.of(directory), branches, inFlight);
    }

    @TearDown(Level.Iteration)
    public void close() throws IOException {
        engine.close();
    }

    @Benchmark
    public void debitCredit() {
        engine.next();
    }
}
