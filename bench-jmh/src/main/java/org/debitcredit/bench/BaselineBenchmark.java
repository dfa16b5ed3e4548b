package org.debitcredit.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How fast the machine and its disk are, by loops that must never change: benchmarks are recorded as ratios to them.
 * One operation is a thousand additions at random places of an array, of 16 MiB or of 16 KiB, or one write of 4 KiB and
 * its fdatasync. The large array is in a cache that other virtual machines use too, so the small one gives steadier
 * results.
 */
@State(Scope.Benchmark)
public class BaselineBenchmark extends BankBenchmark {

    private static final int LONGS = 1 << 21;
    private static final int CACHED_LONGS = 1 << 11;
    private static final int ADDITIONS = 1_000;
    private static final int BLOCK_BYTES = 4 << 10;
    private static final int BLOCKS = 1_024;
    /** Knuth's multiplier of a linear congruential generator. */
    private static final long MULTIPLIER = 6_364_136_223_846_793_005L;

    private static final int HIGH_BITS_SHIFT = 43;
    private static final int CACHED_HIGH_BITS_SHIFT = 53;

    /** Directory of the file, on the medium to be measured. */
    @Param("target/bench")
    public String directory = "";

    private final long[] array = new long[LONGS];
    private final long[] cached = new long[CACHED_LONGS];
    private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
    private long place;
    private long blockNumber;
    private ScratchDirectory scratch;
    private FileChannel file;

    /** The file is first written completely, so that a force has no blocks to allocate. */
    @Setup(Level.Trial)
    public void open() throws IOException {
        scratch = new ScratchDirectory(Path.of(directory));
        file = FileChannel.open(
                scratch.path().resolve("baseline"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        for (int i = 0; i < BLOCKS; i++) {
            write();
        }
        file.force(true);
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        file.close();
        scratch.close();
    }

    @Benchmark
    public long arrayLoop() {
        long at = place;
        for (int i = 0; i < ADDITIONS; i++) {
            at = at * MULTIPLIER + 1;
            array[(int) (at >>> HIGH_BITS_SHIFT)] += i;
        }
        place = at;
        return at;
    }

    @Benchmark
    public long cachedLoop() {
        long at = place;
        for (int i = 0; i < ADDITIONS; i++) {
            at = at * MULTIPLIER + 1;
            cached[(int) (at >>> CACHED_HIGH_BITS_SHIFT)] += i;
        }
        place = at;
        return at;
    }

    @Benchmark
    public void forcedWrite() throws IOException {
        write();
        file.force(false);
    }

    private void write() throws IOException {
        block.clear();
        file.write(block, blockNumber++ % BLOCKS * BLOCK_BYTES);
    }
}
