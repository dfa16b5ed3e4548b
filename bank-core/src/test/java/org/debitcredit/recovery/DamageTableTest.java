package org.debitcredit.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.debitcredit.audit.BankAudit;
import org.debitcredit.directory.BankFolders;
import org.debitcredit.event.Progress;
import org.debitcredit.journal.JournalDamage;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.recovery.BankLives.Spot;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.storage.DiskFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each kind of damage, done to each kind of journal: what {@code verify} reports and what a start does. Both must name
 * the place, or it must be on the short list of undetectable damage. {@code docs/damage.md} is what comes out; it is
 * written by
 *
 * <pre>
 *   ./mvnw -pl bank-core test -Dtest=DamageTableTest -Dbank.docs.write=true
 * </pre>
 */
class DamageTableTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "damage.md");

    private static final String INTRODUCTION = """
            # Damage: what `verify` reports and what a start does

            `DamageTableTest` writes this page. It damages a bank in each of these ways and records the results:
            `./mvnw -pl bank-core test -Dtest=DamageTableTest -Dbank.docs.write=true`.
            Ids, checksums, offsets, and epoch and segment numbers that vary are left out.

            - *refuses*: the server ends with exit code 1 and this line. If the line names a last good position N,
              `--accept-loss-after N` starts anyway and discards everything after position N. If it says that keys are
              lost through N, `--accept-key-loss-through N` starts with every transaction, but the keys up to N have
              expired.
            - *starts at N*: the bank serves, and its last transaction is N.
            - *not seen*: nothing that is left shows the damage. Only a copy elsewhere helps: a mirror or a backup.
            - The bank's record (the file `bank`) says which epoch began last, and where the journal was closed
              cleanly. So the loss of a whole epoch is seen, and so is any loss after the bank was stopped cleanly.
              After a kill or a power cut nothing says where the newest epoch ended: what is lost at its end looks like
              documents that were never written or never forced. They are cut off and counted, and there may be many.
              Only a mirror still has them.
            - Without a mirror, a data directory that was replaced as a whole by an older version of itself is not seen
              either. With a mirror, if only one copy was in use and its `journal` was replaced by an older version, the
              start is refused, because the copy's `bank` names the epochs that had begun. This loss is not seen if no
              epoch had begun since the other copy was lost and the bank was killed, or if `bank` is equally old.
            - Where a start refuses and the archive reaches back to the founding, a restore recovers the bank.
            """;

    /** Offset of the entry of the third clean end in the record. It is the seventh entry. */
    private static final int RECORD_CLOSED_AT = 4_096;

    private static final int RECORD_BYTES = 124;

    @TempDir
    Path temp;

    private final SoftAssertions softly = new SoftAssertions();
    private int copies;

    /** Damages a copy of a bank; answers words that a report must contain to have named the place. */
    private interface Act {
        List<String> on(BankLives bank) throws IOException;
    }

    private record Damage(String name, Act act) {}

    /** What became of it. */
    private record Row(String damage, String verify, String start) {}

    @Test
    void the_document_is_what_the_damages_lead_to() throws IOException {
        StringBuilder document = new StringBuilder(INTRODUCTION);
        for (JournalKind kind : JournalKind.values()) {
            String name = kind.name().toLowerCase(java.util.Locale.ROOT);
            Path three = threeLives(kind);
            Path killed = killed(kind, three);
            table(
                    document,
                    "Journal `" + name + "`, three runs of 50 transactions, stopped cleanly",
                    kind,
                    three,
                    journalDamages(kind));
            table(
                    document,
                    "Journal `" + name + "`, the same, but the last server was killed",
                    kind,
                    killed,
                    killedDamages());
            table(
                    document,
                    "Snapshots and archive, journal `" + name + "`, cut after 1,000 transactions",
                    kind,
                    cut(kind),
                    snapshotDamages(kind));
        }
        softly.assertAll();
        if (Boolean.getBoolean("bank.docs.write")) {
            Files.writeString(DOCUMENT, document);
        }
        assertThat(DOCUMENT)
                .as("docs/damage.md is not what the damages lead to; see how to write it in the class's comment")
                .hasContent(document.toString());
    }

    private Path threeLives(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("three-" + kind), kind);
        bank.live(5).live(5).live(5);
        if (kind == JournalKind.FILE) {
            // Else it is chance whether a spare is ready when the bank closes.
            try (FileJournal journal =
                    FileJournal.open(DiskFolder.open(BankFolders.journal(bank.data)), BankLives.FILL_AHEAD_BYTES)) {
                while (journal.fillOnce()) {
                    continue;
                }
            }
        }
        return bank.data;
    }

    /** Without the last end record. */
    private Path killed(JournalKind kind, Path ended) throws IOException {
        BankLives bank = copyOf(ended, kind);
        Spot end = bank.spot(3, 0);
        int frame = kind == JournalKind.CHRONICLE ? 4 : 0;
        BankLives.zero(end.file(), end.offset() - frame, 88 + frame);
        bank.forgetThatItWasClosed();
        return bank.data;
    }

    private Path cut(JournalKind kind) throws IOException {
        BankLives bank = new BankLives(temp.resolve("cut-" + kind), kind);
        bank.replayMax = BankLives.OFTEN;
        bank.live(100);
        return bank.data;
    }

    private List<Damage> journalDamages(JournalKind kind) {
        boolean isChronicle = kind == JournalKind.CHRONICLE;
        List<Damage> damages = new ArrayList<>();
        damages.add(new Damage("none", bank -> List.of()));
        damages.add(flip("epoch header of the first epoch", 1, 1, 30, "epoch 1"));
        damages.add(flip("epoch header in the middle", 2, 1, 30, "epoch 3"));
        damages.add(flip("epoch header of the newest epoch", 3, 1, 30, "epoch 3"));
        damages.add(flip("copy of the parent's last batch", 2, 2, 200, "epoch 3"));
        damages.add(flip("very first batch", 1, 2, 200, "document 2", "after position 0"));
        damages.add(flip("a batch in the middle", 2, 5, 200, "document 5", "after position 70"));
        damages.add(flip("a batch's length word", 2, 5, 8, "document 5", "after position 70"));
        if (isChronicle) {
            damages.add(flip("a batch's frame word", 2, 5, -3, "document 6", "after position 80"));
        }
        damages.add(flip("last batch of a closed epoch", 2, 7, 200, "document 7", "after position 90"));
        damages.add(flip("end record of a closed epoch", 2, 8, 60, "document 8"));
        damages.add(flip("last batch of the newest epoch", 3, 7, 200, "document 7", "after position 140"));
        damages.add(flip("end record of the newest epoch", 3, 8, 60, "without its end record"));
        damages.add(new Damage("closed epoch's file truncated", bank -> {
            Spot middle = bank.spot(2, 5);
            BankLives.truncate(middle.file(), middle.offset() + 100);
            return List.of(isChronicle ? "epoch 3" : middle.file().getFileName().toString());
        }));
        damages.add(new Damage("newest epoch's file truncated", bank -> {
            Spot middle = bank.spot(3, 5);
            BankLives.truncate(middle.file(), middle.offset() + 100);
            return List.of(
                    isChronicle
                            ? "closed cleanly at position 150"
                            : middle.file().getFileName().toString());
        }));
        damages.add(zeros("closed cleanly at position 150"));
        for (int epoch = 1; epoch <= 3; epoch++) {
            int lost = epoch;
            String which = List.of("first", "middle", "newest").get(epoch - 1);
            damages.add(new Damage(
                    (isChronicle ? "lost directory" : "lost segment") + " of the " + which + " epoch", bank -> {
                        Path file = bank.spot(lost, 1).file();
                        if (isChronicle) {
                            BankLives.delete(bank.data.resolve("journal/epoch-00000" + lost));
                            return List.of(lost == 1 ? "position 50" : "epoch 3");
                        }
                        Files.delete(file);
                        return List.of(file.getFileName().toString());
                    }));
        }
        if (!isChronicle) {
            damages.add(new Damage("segment header", bank -> {
                Path file = bank.spot(2, 1).file();
                BankLives.flip(file, 20);
                return List.of(file.getFileName().toString());
            }));
            damages.add(new Damage("flipped bit: spare segment, never used", bank -> {
                BankLives.flip(spare(bank), 5_000);
                return List.of();
            }));
            damages.add(new Damage("two bytes of a spare segment, never used", bank -> {
                Path file = spare(bank);
                BankLives.flip(file, 5_000);
                BankLives.flip(file, 6_000);
                return List.of(file.getFileName().toString(), "no document begins in it");
            }));
        }
        damages.add(record("newest entry of the bank's record zeroed", bank -> {
            BankLives.zero(bank.data.resolve("bank"), RECORD_CLOSED_AT, RECORD_BYTES);
            return List.of();
        }));
        damages.add(record("both entries of the bank's record zeroed", bank -> {
            BankLives.zero(bank.data.resolve("bank"), 0, RECORD_CLOSED_AT + RECORD_BYTES);
            return List.of("missing or damaged");
        }));
        damages.add(record("the bank's record lost", bank -> {
            Files.delete(bank.data.resolve("bank"));
            return List.of("missing or damaged");
        }));
        return damages;
    }

    private static Damage record(String name, Act act) {
        return new Damage(name, act);
    }

    /** A page that the disk lost, over the last batches. */
    private static Damage zeros(String... words) {
        return new Damage("zeros over the end of the newest epoch", bank -> {
            Spot batch = bank.spot(3, 5);
            BankLives.zero(batch.file(), batch.offset(), 16_384);
            return List.of(words);
        });
    }

    /** The last of the segments, which {@link #threeLives} made. */
    private static Path spare(BankLives bank) throws IOException {
        List<String> segments = bank.names("journal").stream()
                .filter(name -> name.startsWith("segment-"))
                .toList();
        return bank.data.resolve("journal").resolve(segments.get(segments.size() - 1));
    }

    private static List<Damage> killedDamages() {
        return List.of(
                new Damage("none", bank -> List.of()),
                flip("a batch in the middle of the newest epoch", 3, 5, 200, "document 5", "after position 120"),
                flip("last batch of the newest epoch", 3, 7, 200),
                zeros(),
                new Damage("all of the newest epoch lost", bank -> {
                    bank.loseAsIfNeverWritten(3);
                    return List.of("epoch 3 had begun after position 100");
                }));
    }

    /** Flips a bit of a document; the report must name its file and more. */
    private static Damage flip(String name, long epoch, int document, int at, String... words) {
        return new Damage("flipped bit: " + name, bank -> {
            Spot spot = bank.spot(epoch, document);
            bank.flip(spot, at);
            List<String> place = new ArrayList<>(List.of(words));
            boolean named = place.stream().anyMatch(word -> word.startsWith("document "));
            if (named) {
                place.add(spot.file().getFileName().toString());
            }
            return place;
        });
    }

    private static List<Damage> snapshotDamages(JournalKind kind) {
        List<Damage> damages = new ArrayList<>();
        damages.add(new Damage("none", bank -> List.of()));
        damages.add(page("head page of the newest snapshot", 100, "page 0"));
        damages.add(page("balance page of the newest snapshot", 3 * 65_536 + 100, "page 3"));
        damages.add(page("end page of the newest snapshot", -65_000, "page"));
        damages.add(new Damage("newest snapshot truncated", bank -> {
            Path snapshot = snapshot(bank, 0);
            BankLives.truncate(snapshot, Files.size(snapshot) - 65_536);
            return List.of(snapshot.getFileName().toString());
        }));
        damages.add(new Damage("newest snapshot lost", bank -> {
            Files.delete(snapshot(bank, 0));
            return List.of();
        }));
        damages.add(new Damage("both snapshots damaged", bank -> {
            BankLives.flip(snapshot(bank, 0), 70_000);
            BankLives.flip(snapshot(bank, 1), 70_000);
            return List.of("page 1", snapshot(bank, 0).getFileName().toString());
        }));
        damages.add(new Damage("all snapshots lost", bank -> {
            BankLives.delete(bank.data.resolve("snapshots"));
            return List.of();
        }));
        damages.add(new Damage("all snapshots and the archive lost", bank -> {
            BankLives.delete(bank.data.resolve("snapshots"));
            BankLives.delete(bank.data.resolve("archive"));
            return List.of("no intact snapshot");
        }));
        damages.add(new Damage("flipped bit: archived epoch", bank -> {
            Spot batch = new Spot(bank.data.resolve("archive/epoch-000002"), 0);
            bank.flip(batch, (int) Files.size(batch.file()) / 2);
            return List.of("epoch-000002");
        }));
        damages.add(new Damage("archived epoch lost", bank -> {
            Files.delete(bank.data.resolve("archive/epoch-000002"));
            return List.of("epoch 3");
        }));
        damages.add(new Damage("journal lost", bank -> {
            BankLives.delete(bank.data.resolve("journal"));
            return List.of("was closed cleanly at position 1000");
        }));
        damages.add(new Damage("journal and snapshots lost", bank -> {
            BankLives.delete(bank.data.resolve("journal"));
            BankLives.delete(bank.data.resolve("snapshots"));
            return List.of("was closed cleanly at position 1000");
        }));
        damages.add(new Damage("newest epochs lost, from before the newest snapshot on", bank -> {
            Path newest = snapshot(bank, 0);
            List<Long> epochs = bank.epochs();
            long from = epochs.stream()
                    .filter(epoch -> positionBefore(bank, epoch) >= BankLives.positionOf(newest) - 50)
                    .findFirst()
                    .orElseThrow();
            for (int i = epochs.size() - 1; epochs.get(i) >= from; i--) {
                bank.loseAsIfNeverWritten(epochs.get(i));
            }
            return List.of("it ends at position " + BankLives.positionOf(newest));
        }));
        return damages;
    }

    private static long positionBefore(BankLives bank, long epoch) {
        try {
            return bank.positionBefore(epoch);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Damage page(String name, long at, String word) {
        return new Damage("flipped bit: " + name, bank -> {
            Path snapshot = snapshot(bank, 0);
            BankLives.flip(snapshot, at >= 0 ? at : Files.size(snapshot) + at);
            return List.of(word, snapshot.getFileName().toString());
        });
    }

    /** The newest is 0, the older 1. */
    private static Path snapshot(BankLives bank, int age) throws IOException {
        List<String> names = bank.names("snapshots").stream()
                .filter(name -> !name.endsWith(".unfinished"))
                .toList();
        return bank.data.resolve("snapshots").resolve(names.get(names.size() - 1 - age));
    }

    private BankLives copyOf(Path original, JournalKind kind) throws IOException {
        Path copy = temp.resolve("copy-" + ++copies);
        BankLives.copy(original, copy);
        return new BankLives(copy, kind);
    }

    private void table(StringBuilder document, String title, JournalKind kind, Path original, List<Damage> damages)
            throws IOException {
        document.append("\n## ").append(title).append("\n\n| Damage | `verify` | A start |\n|---|---|---|\n");
        long transactions = BankAudit.of(original, Progress.NONE).transactions();
        for (Damage damage : damages) {
            BankLives bank = copyOf(original, kind);
            Row row = row(bank, damage, transactions);
            document.append("| ")
                    .append(row.damage)
                    .append(" | ")
                    .append(row.verify)
                    .append(" | ")
                    .append(row.start);
            document.append(" |\n");
            BankLives.delete(bank.data);
        }
    }

    private Row row(BankLives bank, Damage damage, long transactions) throws IOException {
        List<String> place = damage.act.on(bank);
        BankAudit.Finding finding = bank.audit();
        String fault = finding.firstFault();
        if (place.isEmpty()) {
            softly.assertThat(fault).as(damage.name).isNull();
        } else {
            softly.assertThat(fault).as(damage.name).contains(place);
        }
        String end =
                finding.endedInOrder() ? "stopped cleanly" : "not stopped cleanly, " + finding.documentsCut() + " cut";
        boolean isUnseen = fault == null && finding.documentsCut() == 0 && finding.transactions() < transactions;
        String verify = isUnseen ? "*not seen*: holds: " : "holds: ";
        verify = fault == null ? verify + finding.transactions() + " transactions, " + end : fault;
        return new Row(damage.name, plain(bank, verify), plain(bank, start(bank, damage.name, place)));
    }

    /** A start that refuses a journal names the place too. */
    private String start(BankLives bank, String damage, List<String> place) {
        String start;
        try (RunningBank running = bank.recover()) {
            start = "starts at " + running.engine().position() + passedOver(bank);
            softly.assertThat(BankLives.totals(running).hold()).as(damage).isTrue();
        } catch (JournalDamage refusal) {
            softly.assertThat(refusal.getMessage()).as(damage).contains(place);
            start = "refuses: " + refusal.getMessage()
                    + (refusal.lastGoodPosition() < 0 ? "" : ". Last good position: " + refusal.lastGoodPosition())
                    + (refusal.keysLostThrough() < 0 ? "" : ". Keys are lost through " + refusal.keysLostThrough());
        } catch (IOException | RuntimeException refusal) {
            start = "refuses: " + refusal.getMessage();
        }
        return start;
    }

    private static String passedOver(BankLives bank) {
        return bank.passedOver.isEmpty() ? "" : ", warns: " + String.join("; ", bank.passedOver);
    }

    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    /** Without what differs from run to run. */
    private static String plain(BankLives bank, String text) {
        String plain = text.replace(bank.data + "/", "").replace(bank.data.toString(), "DIR");
        plain = ID.matcher(plain).replaceAll("*");
        return plain.replaceAll("checksum [0-9a-f]+", "checksum *")
                .replaceAll("offset \\d+", "offset *")
                .replaceAll("segment-\\d+", "segment-*")
                .replaceAll("has \\d+ bytes", "has * bytes")
                .replace("|", "\\|");
    }
}
