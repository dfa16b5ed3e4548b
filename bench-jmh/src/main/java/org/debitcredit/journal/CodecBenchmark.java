package org.debitcredit.journal;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.debitcredit.bench.BankBenchmark;
import org.debitcredit.bench.BenchBank;
import org.debitcredit.bench.Carried;
import org.debitcredit.transaction.TransactionBatch;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A batch document in memory: encoded and sealed with its checksum; checked and decoded. No disk. */
@State(Scope.Benchmark)
public class CodecBenchmark extends BankBenchmark {

    private static final int BRANCHES = 10;

    @Param({"1", "100", "8192"})
    public int batchSize;

    private final CRC32C crc = new CRC32C();
    private final UUID bank = UUID.randomUUID();
    private final UUID epoch = UUID.randomUUID();
    private TransactionBatch batch;
    private ByteBuffer document;
    private LongBuffer longs;
    private TransactionBatch decoded;

    @Setup(Level.Trial)
    public void fill() {
        batch = BenchBank.decidedBatch(BRANCHES, batchSize);
        document = DocumentLayout.allocate(BatchDocument.bytesMax(batchSize));
        longs = document.asLongBuffer();
        decoded = new TransactionBatch(batchSize);
        encode();
    }

    @Benchmark
    public int encode(Carried carried) {
        carried.transactions += batchSize;
        return encode();
    }

    @Benchmark
    public TransactionBatch decode(Carried carried) {
        if (!DocumentLayout.isIntact(document, crc)) {
            throw new IllegalStateException("the document is not what was encoded");
        }
        carried.transactions += batchSize;
        return BatchDocument.decode(document, decoded);
    }

    private int encode() {
        document.clear();
        int flags = BatchDocument.flags(batch);
        DocumentLayout.putHeader(document, DocumentLayout.KIND_BATCH, 0, batchSize, bank, epoch, 1, 1, 1, flags);
        return DocumentLayout.seal(document, BatchDocument.encode(batch, flags, document, longs), crc);
    }
}
