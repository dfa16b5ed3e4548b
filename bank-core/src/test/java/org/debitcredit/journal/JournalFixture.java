package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionBatch;
import org.debitcredit.transaction.TransactionKey;

/** A journal in a directory, of either kind, batches of random content to put into it, and the means to damage it. */
public abstract class JournalFixture {

    public static final BankIdentity BANK =
            new BankIdentity(new UUID(1, 2), new BankScale(3, 2, 100), Currency.getInstance("USD"));
    public static final JournalWriter.Settings SETTINGS =
            new JournalWriter.Settings(UUID::randomUUID, Long.MAX_VALUE, 1_000);

    public final Path directory;
    private final SplittableRandom random = new SplittableRandom(42);

    public JournalFixture(Path directory) {
        this.directory = directory;
    }

    public abstract Journal open() throws IOException;

    /** Bytes of the medium's own in front of each document. */
    public abstract int frameBytes();

    /** Deletes the files of an epoch. */
    public abstract void lose(int epoch) throws IOException;

    /** What a read of the journal delivers. */
    public record Contents(JournalTail tail, List<TransactionBatch> batches, List<LogPosition> logPositions) {
        long transactions() {
            return batches.stream().mapToLong(TransactionBatch::size).sum();
        }
    }

    public Contents read() throws IOException {
        try (Journal journal = open()) {
            return read(journal);
        }
    }

    public static Contents read(Journal journal) throws IOException {
        List<TransactionBatch> batches = new ArrayList<>();
        List<LogPosition> logPositions = new ArrayList<>();
        JournalTail tail = JournalReader.read(journal, (batch, logPosition) -> {
            batches.add(copy(batch));
            logPositions.add(logPosition);
        });
        return new Contents(tail, batches, logPositions);
    }

    /** A server's life: recover, begin an epoch, append batches of these sizes, each forced; then stop or be killed. */
    public Contents live(boolean endInOrder, int... batchSizes) throws IOException {
        Journal journal = open();
        Contents before = read(journal);
        try (JournalWriter writer = JournalWriter.begin(journal, BANK, before.tail(), SETTINGS, 1_000_000)) {
            List<TransactionBatch> batches = new ArrayList<>(before.batches());
            List<LogPosition> logPositions = new ArrayList<>(before.logPositions());
            for (int size : batchSizes) {
                TransactionBatch batch = batch(writer.logPosition().position() + 1, size);
                writer.append(batch);
                logPositions.add(writer.logPosition());
                batches.add(batch);
                writer.force();
            }
            if (endInOrder) {
                writer.end();
            }
            return new Contents(before.tail(), batches, logPositions);
        }
    }

    /** A server that was killed between beginning an epoch and its first document. */
    public void beginOnly(long epoch) throws IOException {
        try (Journal journal = open()) {
            journal.beginEpoch(epoch);
        }
    }

    public TransactionBatch batch(long firstPosition, int size) {
        TransactionBatch batch = new TransactionBatch(size);
        batch.begin(firstPosition, 1_000_000 + firstPosition);
        for (int row = 0; row < size; row++) {
            TransactionKey key =
                    TransactionKey.of(7, TransactionKey.uuidV7(1_000, random.nextLong(), random.nextLong()));
            if (random.nextInt(4) == 0) {
                batch.requests.add(Transaction.transfer(random.nextInt(6), 1, 2, 1 + random.nextInt(50)), key);
            } else {
                batch.requests.add(Transaction.debitCredit(random.nextInt(6), random.nextInt(100), -5), key);
            }
            if (random.nextInt(5) == 0) {
                batch.refuse(row, Refusal.INSUFFICIENT_FUNDS, random.nextLong());
            } else {
                batch.commit(row, random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
            }
        }
        return batch;
    }

    /** The reader's batch is valid only until its next. */
    private static TransactionBatch copy(TransactionBatch batch) {
        TransactionBatch copy = new TransactionBatch(batch.size());
        copy.begin(batch.firstPosition(), batch.timestampMicros());
        for (int row = 0; row < batch.size(); row++) {
            copy.requests.addFrom(batch.requests, row, 1);
            copy.outcome[row] = batch.outcome[row];
            copy.balance[row] = batch.balance[row];
            copy.targetBalance[row] = batch.targetBalance[row];
            copy.tellerBalance[row] = batch.tellerBalance[row];
            copy.branchBalance[row] = batch.branchBalance[row];
        }
        return copy;
    }

    /** Where a document begins. */
    public record Spot(Path file, long offset) {}

    /** Place of a document, counted from 1, of an epoch. */
    public Spot spot(int epoch, int document) throws IOException {
        try (Journal journal = open();
                DocumentSource source = journal.read(epoch)) {
            for (int i = 0; i < document; i++) {
                if (source.next() == null) {
                    throw new IllegalStateException("epoch " + epoch + " has only " + i + " documents");
                }
            }
            String[] place = source.place().split(" at offset ");
            return new Spot(Path.of(place[0]), Long.parseLong(place[1]));
        }
    }

    /** Flips a bit of a document. */
    public void flipBit(Spot document, int at) throws IOException {
        flipBit(document.file(), document.offset() + at);
    }

    /** Zeroes bytes from a document's frame on. */
    public void zero(Spot document, int length) throws IOException {
        zero(document.file(), document.offset() - frameBytes(), length);
    }

    public static void flipBit(Path file, long offset) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, offset);
            one.put(0, (byte) (one.get(0) ^ 0x10)).rewind();
            channel.write(one, offset);
        }
    }

    public static void zero(Path file, long offset, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            // A file that was shortened may end before that.
            channel.write(ByteBuffer.allocate((int) Math.min(length, channel.size() - offset)), offset);
        }
    }
}
