package org.debitcredit.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.BranchHistory;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.storage.DataFile;
import org.debitcredit.storage.Folder;
import org.debitcredit.transaction.Mark;

/** A published snapshot. Every page is checked as it is read. */
public final class Snapshot {

    private final Folder folder;
    private final String name;
    private final SnapshotHead head;
    private final Mark end;

    private Snapshot(Folder folder, String name, SnapshotHead head, Mark end) {
        this.folder = folder;
        this.name = name;
        this.head = head;
        this.end = end;
    }

    /**
     * Reads first and last page.
     *
     * @throws SnapshotDamage if one of them is not what was written, or the file's length is wrong
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

    /** Where it stands: redo begins here. */
    public Mark start() {
        return head.start();
    }

    /** The first point that it can serve: some balances may be of then. */
    public Mark end() {
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

    /** Is told how many of a snapshot's pages are done. */
    @FunctionalInterface
    public interface PageProgress {
        void at(long done, long total);
    }

    /**
     * Fills a ledger just founded.
     *
     * @throws SnapshotDamage if a page is not what was written; the ledger is half filled then
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
        ledger.loaded(history, start());
    }

    /**
     * Reads every page.
     *
     * @throws SnapshotDamage if one is not what was written
     */
    public void verify(PageProgress progress) throws IOException {
        readAll((page, numbers) -> {}, progress);
    }

    void copyTo(DataFile copy, PageProgress progress) throws IOException {
        Page.Plan plan = new Page.Plan(start().position(), identity().scale());
        try (Pages pages = new Pages(folder, name)) {
            for (long number = 0; number < plan.pages(); number++) {
                Page page = plan.page(number);
                pages.read(page);
                copy.write(pages.buffer.clear(), page.offset());
                progress.at(number + 1, plan.pages());
            }
        }
    }

    @FunctionalInterface
    private interface PageVisitor {
        void page(Page page, long[] numbers);
    }

    private void readAll(PageVisitor visitor, PageProgress progress) throws IOException {
        Page.Plan plan = new Page.Plan(start().position(), identity().scale());
        try (Pages pages = new Pages(folder, name)) {
            for (long number = 0; number < plan.pages(); number++) {
                Page page = plan.page(number);
                visitor.page(page, pages.read(page));
                progress.at(number + 1, plan.pages());
            }
        }
    }

    /** The open file, read page by page. */
    private static final class Pages implements AutoCloseable {
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
            return SnapshotHead.get(
                    read(new Page(SnapshotStore.position(name), SectionKind.HEAD, 0, 0, SnapshotHead.NUMBERS)));
        }

        Mark end(SnapshotHead head) throws IOException {
            Page.Plan plan =
                    new Page.Plan(SnapshotStore.position(name), head.identity().scale());
            if (file.size() != plan.bytes()) {
                throw new SnapshotDamage("damaged snapshot: " + folder.place(name) + " has " + file.size()
                        + " bytes; a bank of " + head.identity().scale() + " takes " + plan.bytes());
            }
            return SnapshotHead.getMark(read(plan.page(plan.pages() - 1)));
        }

        long[] read(Page page) throws IOException {
            buffer.clear();
            if (!file.readFully(buffer, page.offset()) || !PageLayout.isIntact(buffer, page, crc)) {
                throw new SnapshotDamage("damaged snapshot: " + folder.place(name) + " at offset " + page.offset()
                        + ", page " + page.number() + " is not what was written");
            }
            buffer.position(PageLayout.HEADER_BYTES);
            buffer.slice().order(buffer.order()).asLongBuffer().get(0, numbers, 0, page.count());
            return numbers;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
