package org.debitcredit.server.region;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.debitcredit.event.Progress;
import org.debitcredit.follow.CursorRefused;
import org.debitcredit.follow.PostingsFeed;
import org.debitcredit.follow.PostingsReader;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.region.Correspondents;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.RequestColumns;
import org.debitcredit.transaction.TransactionType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes sure that a bank starts as the region that it was before, and finds out which one that is. */
final class RegionStart {

    private static final Logger LOG = LoggerFactory.getLogger(RegionStart.class);
    private static final int ROWS_MAX = 8_192;

    /** Stands for a bank that has executed nothing with a correspondent. */
    private static final long NOTHING = 0;

    private final RegionFiles files;
    private final int number;
    private final Set<Integer> partners;
    private final Correspondents correspondents;

    /**
     * @param number of this region, as it is configured
     * @param partners numbers of the other regions, as they are configured
     */
    RegionStart(RegionFiles files, int number, Set<Integer> partners, Correspondents correspondents) {
        this.files = files;
        this.number = number;
        this.partners = partners;
        this.correspondents = correspondents;
    }

    /**
     * The record of this region. It is not written yet if there was none.
     *
     * @throws IllegalStateException if the bank was another region before, or it cannot be told whether it was
     */
    RegionRecord record(RunningBank bank, Progress progress) throws IOException {
        UUID id = bank.identity().id();
        int count = correspondents.regions();
        RegionRecord known = files.record(id);
        if (known != null) {
            require(known.number(), number, "bank.region.number");
            require(known.count(), count, "bank.region.count");
            requirePartners(id);
            return known;
        }
        requireNoOwnMark(id);
        requirePartners(id);
        if (hasMark(id)) {
            LOG.warn(
                    "there is no file {}, because it was deleted or an earlier version did not write it; marks of pairs show"
                            + " that this bank is a region. It is recorded as region {} of {}",
                    RegionRecord.file(files.data()),
                    number,
                    count);
            return RegionRecord.used(id, number, count);
        }
        requireUnused(bank, progress);
        return RegionRecord.first(id, number, count);
    }

    private void require(int recorded, int configured, String name) {
        if (recorded != configured) {
            throw new IllegalStateException(name + " is " + configured + ", and " + RegionRecord.file(files.data())
                    + " says that this bank was started with " + recorded + ". With another value, out-of-town "
                    + "transactions would be executed again. Set " + name + " to " + recorded);
        }
    }

    /** Nobody would settle what is in transit with a partner that is left out, and no one would be shown it. */
    private void requirePartners(UUID bank) throws IOException {
        for (int other : IntStream.range(0, correspondents.regions()).toArray()) {
            if (other != number && !partners.contains(other) && files.hasMark(bank, other)) {
                Path mark = Mark.file(files.data(), other);
                throw new IllegalStateException("bank.region.partners does not have region " + other + ", and " + mark
                        + " says that it was a partner of this bank. What is in transit with it would not be settled. "
                        + "Add it to bank.region.partners; it need not answer. Only if it is gone for good, and you have "
                        + "settled with its customers otherwise, delete that file, also in the mirror");
            }
        }
    }

    /**
     * A region has a mark for each other region. So a mark for this number shows that the number is that of a partner.
     */
    private void requireNoOwnMark(UUID bank) throws IOException {
        if (!files.marks(bank, number).isEmpty()) {
            throw new IllegalStateException("bank.region.number is " + number + ", and "
                    + Mark.file(files.data(), number)
                    + " says that region " + number + " was a partner of this bank. With this number, out-of-town "
                    + "transactions would be executed again. Set bank.region.number to the number that the bank had");
        }
    }

    /** Whether this bank was a region under an earlier version, which wrote marks but no record. */
    private boolean hasMark(UUID bank) throws IOException {
        for (int other : IntStream.range(0, correspondents.regions()).toArray()) {
            if (!files.marks(bank, other).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The record may be lost, as after a restore. So the journal must show that no teller of the branches of
     * correspondents, and no account that stands for a region, was used.
     */
    private void requireUnused(RunningBank bank, Progress progress) throws IOException {
        UUID id = bank.identity().id();
        String why;
        try {
            long used = firstUse(bank, this::isOfAnyRegion, progress);
            if (used == NOTHING) {
                return;
            }
            why =
                    "has used a teller in a branch that is reserved for regions, or an account that stands for one, first "
                            + "at position " + used;
        } catch (CursorRefused e) {
            why = "may have used a teller in a branch that is reserved for regions, or an account that stands for one, "
                    + "because its history is not held from the founding on: " + e.getMessage();
        }
        RegionRecord configured = RegionRecord.used(id, number, correspondents.regions());
        throw new IllegalStateException("there is no file " + RegionRecord.file(files.data())
                + ", which says which region this bank is, and the bank "
                + why + ". As another region than before it would execute out-of-town transactions again. If "
                + "it was region " + number + " of " + correspondents.regions() + ", write the file with these "
                + "four lines, and start again: " + String.join(" / ", configured.lines())
                + ". If it was no region, it cannot become one");
    }

    /** Whether a row of requests is what is looked for. */
    @FunctionalInterface
    private interface Use {
        boolean is(RequestColumns requests, int row);
    }

    /** The position of the first transaction that is looked for, or {@link #NOTHING}. */
    private static long firstUse(RunningBank bank, Use use, Progress progress) throws IOException, CursorRefused {
        long through = bank.recovered().position();
        try (PostingsReader reader =
                bank.postings().after(LogPosition.founding(bank.identity().id()))) {
            while (reader.cursor().position() < through) {
                progress.at(
                        "looking for transactions of regions", reader.cursor().position(), through);
                PostingsReader.Part part = reader.next(ROWS_MAX);
                if (part == null) {
                    return NOTHING;
                }
                for (int row = part.fromRow(); row < part.toRow(); row++) {
                    if (use.is(part.batch().requests, row)) {
                        return part.batch().firstPosition() + row;
                    }
                }
            }
        }
        return NOTHING;
    }

    private boolean isOfAnyRegion(RequestColumns requests, int row) {
        return correspondents.isReservedTeller(requests.teller[row])
                || isCorrespondent(requests.account[row])
                || (requests.type[row] == TransactionType.TRANSFER.code() && isCorrespondent(requests.target[row]));
    }

    /** Whether anything was executed with a partner; false where the history is not held from the founding on. */
    private boolean isUsed(int partner, RunningBank bank, Progress progress) throws IOException {
        long teller = correspondents.networkTeller(partner);
        long account = correspondents.dueFrom(partner);
        try {
            return firstUse(
                            bank,
                            (requests, row) -> requests.teller[row] == teller || requests.account[row] == account,
                            progress)
                    != NOTHING;
        } catch (CursorRefused notHeld) {
            return false;
        }
    }

    private boolean isCorrespondent(long id) {
        return correspondents.regionOfAccount(id) != Correspondents.NONE;
    }

    /**
     * From where the streams of a pair are read. Without a mark, this is the end of this bank's journal if nothing was
     * ever executed with the partner, and otherwise the founding. The journal is asked too, because an operator may
     * have put back a record from before the partner was added.
     */
    Mark mark(int partner, RegionRecord record, RunningBank bank, Progress progress) throws IOException {
        List<Mark> found = files.marks(record.bank(), partner);
        if (!found.isEmpty()) {
            return newestHeld(found, bank.postings());
        }
        if (record.partners().contains(partner) || isUsed(partner, bank, progress)) {
            return Mark.BEGINNING.at(LogPosition.founding(record.bank()));
        }
        try (PostingsReader reader = bank.postings().fromNow()) {
            Mark first = Mark.BEGINNING.at(reader.cursor());
            files.write(first, partner);
            return first;
        }
    }

    /**
     * The newest mark that the bank's history contains. If it contains none, the newest one, and the pair is refused
     * later. A single mark is returned unchecked.
     */
    private static Mark newestHeld(List<Mark> newestFirst, PostingsFeed feed) throws IOException {
        for (Mark mark : newestFirst) {
            if (newestFirst.size() == 1 || isHeld(Objects.requireNonNull(mark.acquirer()), feed)) {
                return mark;
            }
        }
        return newestFirst.get(0);
    }

    private static boolean isHeld(LogPosition cursor, PostingsFeed feed) throws IOException {
        try (PostingsReader reader = feed.after(cursor)) {
            return reader.cursor().equals(cursor);
        } catch (CursorRefused neverHad) {
            return false;
        }
    }
}
