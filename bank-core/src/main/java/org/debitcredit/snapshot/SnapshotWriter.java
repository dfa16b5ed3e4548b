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
import org.debitcredit.storage.Closeables;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.debitcredit.transaction.LogPosition;
import org.jspecify.annotations.Nullable;

/**
 * Writes one snapshot, page by page, to every medium. The caller decides when pages are written. Nothing is visible
 * before {@link #publish}. A medium that is lost meanwhile is left out from then on, if the bank continues without it.
 */
public final class SnapshotWriter implements AutoCloseable {

    /**
     * Number of bytes after which a file is forced. It is small, so that no force of the journal waits long for one.
     */
    private static final long FORCE_BYTES = 256 << 10;

    private final SnapshotStore store;
    private final List<Folder> folders;
    /** By medium; null where it could not be created. */
    private final @Nullable DataFile[] files;

    private final String name;
    private final Ledger ledger;
    private final SnapshotHead head;
    private final BranchHistory history;
    /** The page being written, and the one being read back. */
    private final SnapshotPage page;

    private final SnapshotPage written;
    private final SnapshotStore.Step writing = this::write;
    private final SnapshotStore.Step forcing = this::force;
    private final ByteBuffer buffer = PageLayout.allocate();
    private final LongBuffer bufferNumbers;
    private final long[] numbers = new long[PageLayout.NUMBERS_MAX];
    private final CRC32C crc = new CRC32C();

    private long next;
    private long unforcedBytes;
    private long readBackTo;

    /**
     * Begins a snapshot.
     *
     * @param store where it goes
     * @param ledger read while it changes
     * @param start where redo will begin
     * @param history postings up to the start
     * @param keysForgottenThroughMillis highest time of any key forgotten before the start
     */
    public SnapshotWriter(
            SnapshotStore store,
            BankIdentity identity,
            Ledger ledger,
            LogPosition start,
            BranchHistory history,
            long keysForgottenThroughMillis)
            throws IOException {
        this.store = store;
        this.folders = store.folders();
        this.files = new DataFile[folders.size()];
        this.ledger = ledger;
        this.history = history;
        this.head = new SnapshotHead(identity, start, keysForgottenThroughMillis);
        this.page = new SnapshotPage(start.position(), identity.scale());
        this.written = new SnapshotPage(start.position(), identity.scale());
        this.name = SnapshotStore.name(start.position());
        this.bufferNumbers = buffer.position(PageLayout.HEADER_BYTES)
                .slice()
                .order(buffer.order())
                .asLongBuffer();
        try {
            store.onEach(medium -> files[medium] = store.begin(medium, name, page.bytes()));
        } catch (IOException | RuntimeException e) {
            Closeables.close(e, files);
            throw e;
        }
    }

    /** Pages that can be written before the end position is known. */
    public long pages() {
        return page.pages() - 1;
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
        page.at(next);
        fill();
        write();
    }

    /**
     * Writes the last page, forces it, and makes the snapshot the newest one. Every page was read back.
     *
     * @param end position of the writer after the last page was copied; the journal is durable past it
     * @throws SnapshotDamage if what is read back is damaged; the snapshot is not published
     */
    public Snapshot publish(LogPosition end) throws IOException {
        SnapshotHead.putLogPosition(end, numbers);
        page.last();
        write();
        force();
        close();
        List<Snapshot> published = new ArrayList<>();
        store.onEach(medium -> {
            Folder folder = folders.get(medium);
            folder.rename(SnapshotStore.unfinished(name), name);
            folder.force();
            published.add(Snapshot.open(folder, name));
        });
        return published.get(0);
    }

    private void fill() {
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

    private void write() throws IOException {
        bufferNumbers.put(0, numbers, 0, page.count());
        PageLayout.seal(buffer, page, crc);
        store.onEach(writing);
        next++;
        unforcedBytes += PageLayout.PAGE_BYTES;
        if (unforcedBytes >= FORCE_BYTES) {
            force();
        }
    }

    private void write(int medium) throws IOException {
        file(medium).write(buffer.clear(), page.offset());
    }

    private void force() throws IOException {
        store.onEach(forcing);
        readBackTo = next;
        unforcedBytes = 0;
    }

    private void force(int medium) throws IOException {
        file(medium).force();
        for (long number = readBackTo; number < next; number++) {
            readBack(medium, written.at(number));
        }
    }

    /** Pages are read back one at a time, because reading the whole file at the end would take too long. */
    private void readBack(int medium, SnapshotPage expected) throws IOException {
        boolean isThere = file(medium).readFully(buffer.clear(), expected.offset());
        if (!isThere || !PageLayout.isIntact(buffer, expected, crc)) {
            throw new SnapshotDamage("damaged snapshot: "
                    + folders.get(medium).place(SnapshotStore.unfinished(name)) + " at offset " + expected.offset()
                    + ", page " + expected.number() + " is damaged");
        }
    }

    private DataFile file(int medium) {
        DataFile file = files[medium];
        if (file == null) {
            throw new IllegalStateException(name + " is closed");
        }
        return file;
    }

    /** Closes the files. What was not published is deleted by the next {@link SnapshotStore#deleteUnfinished}. */
    @Override
    public void close() throws IOException {
        store.onAll(medium -> {
            DataFile file = files[medium];
            if (file != null) {
                files[medium] = null;
                file.close();
            }
        });
    }
}
