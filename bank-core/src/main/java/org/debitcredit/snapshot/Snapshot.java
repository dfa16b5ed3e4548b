package org.debitcredit.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.debitcredit.transaction.LogPosition;

/** A published snapshot. Every page is checked as it is read. */
public final class Snapshot {

    /** Number of pages of a copy that are forced at once: 4 MiB. */
    private static final int FORCED_PAGES = 64;

    private final Folder folder;
    private final String name;
    private final SnapshotHead head;
    private final LogPosition end;

    private Snapshot(Folder folder, String name, SnapshotHead head, LogPosition end) {
        this.folder = folder;
        this.name = name;
        this.head = head;
        this.end = end;
    }

    /**
     * Reads first and last page.
     *
     * @throws SnapshotDamage if one of them is damaged, or the file's length is wrong
     * @throws org.debitcredit.storage.WrittenByLaterRelease if one of them is of a later version
     */
    static Snapshot open(Folder folder, String name) throws IOException {
        try (Pages pages = new Pages(folder, name)) {
            SnapshotHead head = pages.head();
            return new Snapshot(folder, name, head, pages.end(head));
        }
    }

    /** The bank. */
    public BankIdentity identity() {
        return head.identity();
    }

    /** Its start log position, at which redo begins. */
    public LogPosition start() {
        return head.start();
    }

    /**
     * Its end log position. Some balances may be as of then, so it can be used only with a journal that reaches this
     * point.
     */
    public LogPosition end() {
        return end;
    }

    /** Highest time of any key forgotten before the start, milliseconds since 1970. */
    public long keysForgottenThroughMillis() {
        return head.keysForgottenThroughMillis();
    }

    /** Its file, for messages. */
    public String place() {
        return folder.place(name);
    }

    String name() {
        return name;
    }

    Folder folder() {
        return folder;
    }

    /** Receives the number of a snapshot's pages that are done. */
    @FunctionalInterface
    public interface PageProgress {
        void at(long done, long total);
    }

    /**
     * Fills a ledger just founded.
     *
     * @throws SnapshotDamage if a page is damaged; the ledger is half filled then
     */
    public void loadInto(Ledger ledger, PageProgress progress) throws IOException {
        BranchHistory history = BranchHistory.none(identity().scale().branches());
        readAll(
                (page, numbers) -> {
                    BalanceKind kind = page.kind().balances();
                    if (kind != null) {
                        ledger.load(kind, page.from(), page.count(), numbers);
                    } else if (page.kind() == SectionKind.ROWS) {
                        System.arraycopy(numbers, 0, history.rows(), (int) page.from(), page.count());
                    } else if (page.kind() == SectionKind.SUMS) {
                        System.arraycopy(numbers, 0, history.sumsMinor(), (int) page.from(), page.count());
                    }
                },
                progress);
        ledger.loaded(history, start(), end().position());
    }

    /**
     * Reads every page.
     *
     * @throws SnapshotDamage if one is damaged
     */
    public void verify(PageProgress progress) throws IOException {
        readAll((page, numbers) -> {}, progress);
    }

    /** Whether every page can be read and is intact. */
    public boolean isWhole(PageProgress progress) {
        try {
            verify(progress);
            return true;
        } catch (SnapshotDamage | IOException unreadable) {
            return false;
        }
    }

    /**
     * Forces the copy in pieces, because forcing all of it at once would delay forces of other files.
     *
     * @throws SnapshotDamage if a page is damaged or cannot be read
     * @throws IOException if the copy cannot be written, or if the thread was interrupted
     */
    void copyTo(DataFile copy, PageProgress progress) throws IOException {
        SnapshotPage page = new SnapshotPage(start().position(), identity().scale());
        try (Pages pages = new Pages(folder, name)) {
            for (long number = 0; number < page.pages(); number++) {
                pages.readOrDamage(page.at(number));
                copy.write(pages.buffer.clear(), page.offset());
                if ((number + 1) % FORCED_PAGES == 0) {
                    copy.force();
                }
                progress.at(number + 1, page.pages());
            }
        }
    }

    @FunctionalInterface
    private interface PageVisitor {
        void page(SnapshotPage page, long[] numbers);
    }

    private void readAll(PageVisitor visitor, PageProgress progress) throws IOException {
        SnapshotPage page = new SnapshotPage(start().position(), identity().scale());
        try (Pages pages = new Pages(folder, name)) {
            for (long number = 0; number < page.pages(); number++) {
                visitor.page(page, pages.read(page.at(number)));
                progress.at(number + 1, page.pages());
            }
        }
    }

    /** The open file, read page by page. */
    private static final class Pages implements AutoCloseable {
        /** The head is the same for all. */
        private static final BankScale ANY_SCALE = new BankScale(1, 1, 1);

        private final Folder folder;
        private final String name;
        private final DataFile file;
        private final ByteBuffer buffer = PageLayout.allocate();
        private final long[] numbers = new long[PageLayout.NUMBERS_MAX];
        private final CRC32C crc = new CRC32C();

        Pages(Folder folder, String name) throws IOException {
            this.folder = folder;
            this.name = name;
            this.file = folder.open(name);
        }

        SnapshotHead head() throws IOException {
            return SnapshotHead.get(read(new SnapshotPage(SnapshotStore.position(name), ANY_SCALE)));
        }

        LogPosition end(SnapshotHead head) throws IOException {
            SnapshotPage page = new SnapshotPage(
                    SnapshotStore.position(name), head.identity().scale());
            if (file.size() != page.bytes()) {
                throw new SnapshotDamage("damaged snapshot: " + folder.place(name) + " has " + file.size()
                        + " bytes; the snapshot of a bank of " + head.identity().scale() + " has " + page.bytes());
            }
            return SnapshotHead.getLogPosition(read(page.last()));
        }

        long[] read(SnapshotPage page) throws IOException {
            buffer.clear();
            String place = folder.place(name) + " at offset " + page.offset();
            boolean isThere = file.readFully(buffer, page.offset());
            if (isThere) {
                PageLayout.requireKnown(buffer, place, crc);
            }
            if (!isThere || !PageLayout.isIntact(buffer, page, crc)) {
                throw new SnapshotDamage("damaged snapshot: " + place + ", page " + page.number() + " is damaged");
            }
            buffer.position(PageLayout.HEADER_BYTES);
            buffer.slice().order(buffer.order()).asLongBuffer().get(0, numbers, 0, page.count());
            return numbers;
        }

        /** The same, but a page that the disk cannot read counts as damaged too. */
        void readOrDamage(SnapshotPage page) throws IOException {
            try {
                read(page);
            } catch (ClosedByInterruptException interrupted) {
                throw interrupted;
            } catch (IOException e) {
                throw new SnapshotDamage(folder.place(name) + " at offset " + page.offset() + " cannot be read: " + e);
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
