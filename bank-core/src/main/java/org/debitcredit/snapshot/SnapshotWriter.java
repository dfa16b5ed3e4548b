package org.debitcredit.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.debitcredit.transaction.Mark;

/**
 * Writes one snapshot, page by page, to every medium. Whoever drives it decides when; nothing is visible before
 * {@link #publish}.
 */
public final class SnapshotWriter implements AutoCloseable {

    /** Bytes after which a file is forced, so that no large force stands at the end. */
    private static final long FORCE_BYTES = 4 << 20;

    private final List<Folder> folders;
    private final List<DataFile> files = new ArrayList<>();
    private final String name;
    private final Ledger ledger;
    private final SnapshotHead head;
    private final BranchHistory history;
    private final Page.Plan plan;
    private final ByteBuffer buffer = PageLayout.allocate();
    private final LongBuffer bufferNumbers;
    private final long[] numbers = new long[PageLayout.NUMBERS_MAX];
    private final CRC32C crc = new CRC32C();

    private long next;
    private long unforcedBytes;

    /**
     * Begins a snapshot.
     *
     * @param folders one on each medium
     * @param ledger read while it changes
     * @param start where redo will begin
     * @param history postings up to the start
     * @param keysForgottenThroughMillis highest time of any key forgotten before the start
     */
    public SnapshotWriter(
            List<Folder> folders,
            BankIdentity identity,
            Ledger ledger,
            Mark start,
            BranchHistory history,
            long keysForgottenThroughMillis)
            throws IOException {
        this.folders = folders;
        this.ledger = ledger;
        this.history = history;
        this.head = new SnapshotHead(identity, start, keysForgottenThroughMillis);
        this.plan = new Page.Plan(identity.scale());
        this.name = SnapshotStore.name(start.position());
        this.bufferNumbers = buffer.position(PageLayout.HEADER_BYTES)
                .slice()
                .order(buffer.order())
                .asLongBuffer();
        for (Folder folder : folders) {
            files.add(folder.create(SnapshotStore.unfinished(name)));
        }
    }

    /** Pages that can be written before the end mark is known. */
    public long pages() {
        return plan.pages() - 1;
    }

    /** Pages written. */
    public long written() {
        return next;
    }

    /** Copies the next page and writes it. */
    public void writePage() throws IOException {
        if (next >= pages()) {
            throw new IllegalStateException("all " + pages() + " pages are written");
        }
        Page page = plan.page(next);
        fill(page);
        write(page);
    }

    /**
     * Writes the last page, forces everything, reads it back, and makes it the newest snapshot.
     *
     * @param end where the writer stood after the last page was copied; the journal is durable past it
     * @throws SnapshotDamage if what is read back is not what was written; the snapshot is not published
     */
    public Snapshot publish(Mark end) throws IOException {
        SnapshotHead.putMark(end, numbers);
        write(plan.page(plan.pages() - 1));
        force();
        close();
        for (Folder folder : folders) {
            Snapshot.open(folder, SnapshotStore.unfinished(name)).verify((done, total) -> {});
        }
        for (Folder folder : folders) {
            folder.rename(SnapshotStore.unfinished(name), name);
            folder.force();
        }
        return Snapshot.open(folders.get(0), name);
    }

    private void fill(Page page) {
        BalanceKind kind = page.kind().balances();
        if (kind != null) {
            ledger.copy(kind, page.from(), page.count(), numbers);
        } else if (page.kind() == SectionKind.ROWS) {
            System.arraycopy(history.rows(), (int) page.from(), numbers, 0, page.count());
        } else if (page.kind() == SectionKind.SUMS) {
            System.arraycopy(history.sumsMinor(), (int) page.from(), numbers, 0, page.count());
        } else {
            head.put(numbers);
        }
    }

    private void write(Page page) throws IOException {
        bufferNumbers.put(0, numbers, 0, page.count());
        PageLayout.seal(buffer, page.kind(), page.number(), page.count(), crc);
        for (DataFile file : files) {
            file.write(buffer.clear(), page.offset());
        }
        next++;
        unforcedBytes += PageLayout.PAGE_BYTES;
        if (unforcedBytes >= FORCE_BYTES) {
            force();
        }
    }

    private void force() throws IOException {
        for (DataFile file : files) {
            file.force();
        }
        unforcedBytes = 0;
    }

    /** Closes the files. What was not published is deleted by the next {@link SnapshotStore#deleteUnfinished}. */
    @Override
    public void close() throws IOException {
        for (DataFile file : files) {
            file.close();
        }
        files.clear();
    }
}
