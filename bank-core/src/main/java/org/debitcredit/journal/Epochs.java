package org.debitcredit.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.transaction.KeyHorizon;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.TransactionBatch;
import org.jspecify.annotations.Nullable;

/**
 * The epochs of a journal that make up its one history, oldest first: each continues the one before it, as its header
 * says. Older ones may have been removed. Epochs after a loss that an operator accepted are not part of it.
 *
 * <pre>
 *   1 ──▶ 2 ──▶ 3 ──▶ 4          4 names 3 as its parent, and the document at which 3 ends
 *   1 ──▶ 2 ──▶ 3 ╳   4 ──▶ 5    3 was damaged and its loss accepted: 5 continues 3 before the damage, 4 is passed over
 * </pre>
 */
public final class Epochs {

    /**
     * An epoch with an intact beginning.
     *
     * @param timestampMicros the writer's time when it began
     */
    record Start(long number, EpochHeader header, long timestampMicros) {

        /** Number of documents before its own first batch. */
        int documentsOfBeginning() {
            return header.repeatsParentBatch() ? 2 : 1;
        }

        /**
         * Reads the copy of its parent's last batch. It takes up to 17 MB, and a bank may keep thousands of epochs, so
         * it is read again when it is needed.
         *
         * @return null when the parent has none
         * @throws JournalDamage if it is damaged by now
         */
        @Nullable
        TransactionBatch readParentBatch(JournalSource journal) throws IOException {
            if (!header.repeatsParentBatch()) {
                return null;
            }
            try (DocumentSource source = journal.read(number)) {
                source.next();
                ByteBuffer copy = source.next();
                if (copy == null || !isParentBatch(copy, source, header, new CRC32C())) {
                    throw new JournalDamage(
                            "damaged journal: " + source.place() + ", epoch " + number
                                    + ": its copy of the batch before it, which was whole, is damaged",
                            JournalDamage.UNKNOWN);
                }
                return BatchDocument.decode(copy);
            }
        }
    }

    private final List<Start> history;
    private final List<Long> unbegunBefore;
    private final List<Long> unbegun;
    private final NavigableMap<Long, String> broken;
    private final @Nullable IOException unreadable;
    private final long lastNumber;
    private final @Nullable JournalDamage missingBefore;
    private final @Nullable JournalDamage passedOver;

    private Epochs(
            Lineage lineage,
            List<Long> unbegunBefore,
            List<Long> unbegun,
            NavigableMap<Long, String> broken,
            @Nullable IOException unreadable,
            long lastNumber,
            @Nullable JournalDamage passedOver) {
        this.history = lineage.epochs;
        this.missingBefore = lineage.missingBefore;
        this.unbegunBefore = unbegunBefore;
        this.unbegun = unbegun;
        this.broken = broken;
        this.unreadable = unreadable;
        this.lastNumber = lastNumber;
        this.passedOver = passedOver;
    }

    /**
     * Reads the beginning of every epoch.
     *
     * @throws JournalDamage if one is missing
     */
    public static Epochs of(JournalSource source) throws IOException {
        return of(source, false);
    }

    /**
     * Reads the beginning of every epoch.
     *
     * @param acceptLoss where one is missing, the history ends before it
     */
    public static Epochs of(JournalSource source, boolean acceptLoss) throws IOException {
        Epochs epochs = newest(source, lineage -> acceptLoss, false);
        if (epochs.missingBefore != null) {
            throw epochs.missingBefore;
        }
        return epochs;
    }

    /**
     * Reads the beginning of every epoch, and takes the newest unbroken sequence of those that can lead to a position.
     * Missing, damaged or unreadable parts elsewhere do not matter.
     *
     * @return epochs of which the oldest continues a position not above this one; if there are none, the oldest ones
     */
    public static Epochs leadingTo(JournalSource source, long position) throws IOException {
        return newest(source, lineage -> lineage.positionBefore() > position, true);
    }

    /**
     * @param passesOver whether to continue with earlier epochs if something is missing
     * @param isPart whether epochs that are not part of the history may be unreadable
     */
    private static Epochs newest(JournalSource source, Predicate<Lineage> passesOver, boolean isPart)
            throws IOException {
        CRC32C crc = new CRC32C();
        List<Start> whole = new ArrayList<>();
        List<Long> unbegunBefore = List.of();
        List<Long> unbegun = new ArrayList<>();
        NavigableMap<Long, String> broken = new TreeMap<>();
        IOException unreadable = null;
        long last = 0;
        for (long number : source.epochs()) {
            last = number;
            Start start = null;
            try {
                start = start(source, number, crc, broken);
            } catch (IOException e) {
                if (!isPart) {
                    throw e;
                }
                unreadable = e;
                broken.put(number, "which cannot be read: " + e);
            }
            if (start == null) {
                unbegun.add(number);
            } else {
                unbegunBefore = whole.isEmpty() && !isPart ? List.copyOf(unbegun) : unbegunBefore;
                whole.add(start);
                unbegun.clear();
            }
        }
        JournalDamage passedOver = null;
        Lineage lineage = Lineage.of(whole, broken);
        while (lineage.missingBefore != null && passesOver.test(lineage)) {
            passedOver = lineage.missingBefore;
            whole = whole.subList(0, lineage.oldest);
            unbegun.clear();
            lineage = Lineage.of(whole, broken);
        }
        return new Epochs(lineage, unbegunBefore, unbegun, broken, unreadable, last, passedOver);
    }

    /** Null if the beginning of an epoch is not intact; its place is then added to the broken ones. */
    private static @Nullable Start start(
            JournalSource journal, long number, CRC32C crc, NavigableMap<Long, String> broken) throws IOException {
        try (DocumentSource source = journal.read(number)) {
            Start start = start(source, number, crc);
            if (start == null) {
                broken.put(number, source.place() + ", is damaged");
            }
            return start;
        }
    }

    private static @Nullable Start start(DocumentSource source, long number, CRC32C crc) throws IOException {
        ByteBuffer document = source.next();
        if (document == null || !isIntact(document, source, DocumentLayout.KIND_EPOCH_HEADER, crc)) {
            return null;
        }
        EpochHeader header = EpochHeader.decode(document);
        long timestampMicros = document.getLong(DocumentLayout.TIMESTAMP_AT);
        if (header.repeatsParentBatch()) {
            ByteBuffer copy = source.next();
            if (copy == null || !isParentBatch(copy, source, header, crc)) {
                return null;
            }
        }
        return new Start(number, header, timestampMicros);
    }

    private static boolean isParentBatch(ByteBuffer copy, DocumentSource source, EpochHeader header, CRC32C crc) {
        return isIntact(copy, source, DocumentLayout.KIND_PARENT_BATCH, crc)
                && DocumentLayout.getUuid(copy, DocumentLayout.EPOCH_AT).equals(header.epoch());
    }

    private static boolean isIntact(ByteBuffer document, DocumentSource source, short kind, CRC32C crc) {
        if (!DocumentLayout.isIntact(document, crc)) {
            return false;
        }
        DocumentLayout.requireKnown(document, source);
        return document.getShort(DocumentLayout.KIND_AT) == kind;
    }

    /**
     * Epochs of which each continues the one before it.
     *
     * @param epochs the oldest first
     * @param oldest its place among all that begin whole
     * @param missingBefore says that the oldest one's parent is missing between it and others; null if nothing
     *     indicates that
     */
    private record Lineage(
            List<Start> epochs, int oldest, @Nullable JournalDamage missingBefore) {

        /** Follows the parents back from the newest epoch. */
        static Lineage of(List<Start> whole, NavigableMap<Long, String> broken) {
            Map<UUID, Integer> places = new HashMap<>();
            for (int i = 0; i < whole.size(); i++) {
                places.putIfAbsent(whole.get(i).header.epoch(), i);
            }
            LinkedList<Start> epochs = new LinkedList<>();
            int at = whole.size() - 1;
            while (at >= 0) {
                Start child = whole.get(at);
                epochs.addFirst(child);
                int parent = places.getOrDefault(child.header.parentEpoch(), -1);
                boolean isMissing = child.header.lossAccepted()
                        ? parent < 0 && leavesOut(whole.subList(0, at), child)
                        : parent != at - 1;
                if (isMissing) {
                    return new Lineage(List.copyOf(epochs), at, missingParent(child, whole.get(at - 1), broken));
                }
                at = parent;
            }
            return new Lineage(List.copyOf(epochs), 0, null);
        }

        /**
         * Whether one of these is older than an epoch that accepted a loss. Those whose loss was accepted may still be
         * there when its parent has been removed, but they continue its position or a later one.
         */
        private static boolean leavesOut(List<Start> before, Start child) {
            return before.stream().anyMatch(start -> start.header.parentPosition() < child.header.parentPosition());
        }

        long positionBefore() {
            return epochs.get(0).header.parentPosition();
        }
    }

    private static JournalDamage missingParent(Start child, Start before, NavigableMap<Long, String> broken) {
        EpochHeader header = child.header;
        return new JournalDamage(
                "damaged journal: epoch " + child.number + " continues position " + header.parentPosition()
                        + " of epoch id " + header.parentEpoch() + ", but the epoch found before it is epoch "
                        + before.number + " of id " + before.header.epoch()
                        + described(broken.subMap(before.number, true, child.number, false)),
                JournalDamage.UNKNOWN);
    }

    /** Names the places of epochs without an intact beginning; empty if there are none. */
    private static String described(NavigableMap<Long, String> broken) {
        StringBuilder description = new StringBuilder();
        broken.forEach((number, found) -> description
                .append("; the beginning of epoch ")
                .append(number)
                .append(", ")
                .append(found));
        return description.toString();
    }

    /** Any damage before the oldest epoch, as a clause for messages; empty if there is none to be seen. */
    public String brokenBeforeOldest() {
        if (missingBefore != null) {
            return "; " + missingBefore.getMessage();
        }
        return isEmpty() ? described(broken) : described(broken.headMap(number(0), false));
    }

    private static int find(List<Start> epochs, UUID epoch) {
        for (int i = 0; i < epochs.size(); i++) {
            if (epochs.get(i).header.epoch().equals(epoch)) {
                return i;
            }
        }
        return -1;
    }

    /** Where the history begins, as a clause for messages. */
    public String range() {
        return isEmpty() ? "is empty" : "begins at position " + (positionBefore(0) + 1);
    }

    public boolean isEmpty() {
        return history.isEmpty();
    }

    /** How many there are. */
    public int size() {
        return history.size();
    }

    /** The bank that the journal belongs to, from its oldest header; null when it holds nothing. */
    public @Nullable BankIdentity identity() {
        return history.isEmpty() ? null : history.get(0).header.identity();
    }

    /** Number of the epoch at an index. */
    public long number(int index) {
        return history.get(index).number;
    }

    /** The random id of the epoch at an index. */
    public UUID id(int index) {
        return history.get(index).header.epoch();
    }

    /** Position that the epoch continues: that of the last transaction before it. */
    public long positionBefore(int index) {
        return history.get(index).header.parentPosition();
    }

    /**
     * Whether no epoch comes before it in its history, though transactions may: those that a restore has taken over.
     */
    public boolean isFirstOfLineage(int index) {
        return history.get(index).header.parentEpoch().equals(LogPosition.NO_EPOCH);
    }

    /** Whether an operator accepted the loss of everything after the position that the epoch continues. */
    public boolean lossAccepted(int index) {
        return history.get(index).header.lossAccepted();
    }

    /** The writer's time when the epoch began, microseconds since 1970 UTC. */
    public long timestampMicros(int index) {
        return history.get(index).timestampMicros;
    }

    /** The keys that were forgotten when the epoch began; null in the first journals, which did not record this. */
    public @Nullable KeyHorizon keyHorizon(int index) {
        return history.get(index).header.horizon();
    }

    /** The latest lowering of the times up to which keys are forgotten. */
    public KeyHorizon.Lowered keysLowered() {
        return keysLowered(Long.MAX_VALUE);
    }

    /** The same at a position. */
    public KeyHorizon.Lowered keysLowered(long position) {
        KeyHorizon latest = isEmpty() ? null : keyHorizon(reachingBackTo(position));
        return latest == null ? KeyHorizon.Lowered.NEVER : latest.lowered();
    }

    /** Index of the epoch with a random id; -1 if it is not part of this history. */
    public int indexOf(UUID epoch) {
        return find(history, epoch);
    }

    /** Index of the epoch that contains a log position; -1 if the log position is not part of this history. */
    public int holding(LogPosition logPosition) {
        if (logPosition.epoch().equals(LogPosition.NO_EPOCH)) {
            return !isEmpty() && positionBefore(0) == 0 ? 0 : -1;
        }
        return find(history, logPosition.epoch());
    }

    /**
     * Whether an epoch begins exactly after a log position: its parent, which need not be there any more, ended there.
     * An epoch is never continued after a start, so its id and a position in it name one point of one history.
     */
    public boolean beginsAfter(LogPosition logPosition, int index) {
        EpochHeader header = history.get(index).header;
        return header.parentEpoch().equals(logPosition.epoch())
                && header.parentPosition() == logPosition.position()
                && header.identity().id().equals(logPosition.bank());
    }

    /** Index of the newest epoch that continues a position not above this one; the oldest if there is none. */
    public int reachingBackTo(long position) {
        int index = history.size() - 1;
        while (index > 0 && positionBefore(index) > position) {
            index--;
        }
        return Math.max(0, index);
    }

    Start start(int index) {
        return history.get(index);
    }

    /** The epoch that continues the one with this number; null if none does yet. */
    @Nullable
    Start childOf(long number) {
        for (int i = 0; i + 1 < history.size(); i++) {
            if (history.get(i).number == number) {
                return history.get(i + 1);
            }
        }
        return null;
    }

    /** Epochs before the first intact one whose beginning is missing: it was never written, or it is damaged. */
    List<Long> unbegunBefore() {
        return unbegunBefore;
    }

    /** Epochs after the last intact one whose beginning is missing: it was never written, or it is damaged. */
    List<Long> unbegun() {
        return unbegun;
    }

    /** The highest number of any epoch, intact or not; 0 if there is none. */
    long lastNumber() {
        return lastNumber;
    }

    /** Why an epoch could not be read, which may have removed it and all before it from this history; null if none. */
    public @Nullable IOException unreadable() {
        return unreadable;
    }

    /** Whether there are epochs before the oldest one that do not lead to it: what was between them is missing. */
    public boolean hasEarlier() {
        return missingBefore != null;
    }

    /** The damage at the end of this history; null if there is none. */
    public @Nullable JournalDamage passedOver() {
        return passedOver;
    }
}
