package org.debitcredit.lab.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.debitcredit.ledger.sql.SqlDatabase;

/**
 * The setting of all levers.
 *
 * @param terminals that send; each has a connection of its own
 * @param inFlight largest number of submissions that wait for their answers, of all terminals together
 * @param batch transactions of a submission; 1 is a call for each transaction
 * @param journal {@code file} or {@code chronicle}
 * @param isMirrored whether a second copy of the journal is kept
 * @param isLogApart whether the journal is in the second directory, and the database alone in the first
 * @param processors that the service may use; 0 for all of them
 * @param lineBytesPerSecond of each terminal's line, both directions together; 0 for the machine's own network
 * @param heapMegabytes of the service
 * @param cacheKib of SQLite
 * @param ledger {@code memory}, {@code h2}, {@code sqlite} for a file of the lab's own, or a JDBC URL
 * @param isDurableCommit whether a commit waits for the database's own disk as well
 */
public record Setting(
        int terminals,
        int inFlight,
        int batch,
        String journal,
        boolean isMirrored,
        boolean isLogApart,
        int processors,
        int lineBytesPerSecond,
        int heapMegabytes,
        int cacheKib,
        String ledger,
        boolean isDurableCommit) {

    /**
     * Without a database, its levers have fixed values, so that pulling one of them changes nothing. The log is beside
     * data of the lab's own only.
     */
    public Setting {
        boolean isSqlite = ledger.equals(SQLITE);
        boolean isDatabase = isSqlite || ledger.startsWith(JDBC);
        isDurableCommit &= isDatabase;
        isLogApart &= isSqlite;
        cacheKib = isSqlite ? cacheKib : 0;
    }

    /** A SQLite file that the lab makes and deletes. */
    static final String SQLITE = "sqlite";

    private static final String JDBC = "jdbc:";

    static final String MEMORY = "memory";
    static final String H2 = "h2";
    static final String FILE = "file";

    /** 38.4 kbaud at eight bits a byte, as the article counts. */
    static final int DOCUMENTS_LINE = 4_800;

    private static final int POOR_CACHE_KIB = 256;
    private static final int POOR_HEAP_MEGABYTES = 128;

    /**
     * Everything poor, as in the article: a small cache, a slow line for each terminal, one processor, and the log
     * beside the data.
     */
    static Setting poor(int terminals) {
        return new Setting(
                terminals,
                terminals,
                1,
                "chronicle",
                false,
                false,
                1,
                DOCUMENTS_LINE,
                POOR_HEAP_MEGABYTES,
                POOR_CACHE_KIB,
                SQLITE,
                true);
    }

    /**
     * The same setting with another ledger.
     *
     * @throws IllegalArgumentException if it is neither a ledger nor a JDBC URL
     */
    public Setting withLedger(String other) {
        if (!List.of(SQLITE, MEMORY, H2).contains(other) && !other.startsWith(JDBC)) {
            throw new IllegalArgumentException("--ledger is '" + SqlDatabase.withoutSecrets(other)
                    + "'; it must be sqlite, h2, memory or a JDBC URL");
        }
        return but(draft -> draft.ledger = other);
    }

    /** Whether the ledger is kept by a database, which has a connection for the writer. */
    boolean hasDatabase() {
        return hasOwnDatabase() || isOthersDatabase();
    }

    /** Whether the ledger is in a database that the lab makes, so that log and data can be on separate devices. */
    public boolean hasOwnDatabase() {
        return ledger.equals(SQLITE);
    }

    /** Whether the ledger is in a database that the lab did not make. */
    public boolean isOthersDatabase() {
        return ledger.startsWith(JDBC);
    }

    /** The same setting with some levers changed. */
    Setting but(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.setting();
    }

    /** A setting that is being changed. */
    static final class Draft {
        int terminals;
        int inFlight;
        int batch;
        String journal;
        boolean isMirrored;
        boolean isLogApart;
        int processors;
        int lineBytesPerSecond;
        int heapMegabytes;
        int cacheKib;
        String ledger;
        boolean isDurableCommit;

        private Draft(Setting setting) {
            terminals = setting.terminals;
            inFlight = setting.inFlight;
            batch = setting.batch;
            journal = setting.journal;
            isMirrored = setting.isMirrored;
            isLogApart = setting.isLogApart;
            processors = setting.processors;
            lineBytesPerSecond = setting.lineBytesPerSecond;
            heapMegabytes = setting.heapMegabytes;
            cacheKib = setting.cacheKib;
            ledger = setting.ledger;
            isDurableCommit = setting.isDurableCommit;
        }

        private Setting setting() {
            return new Setting(
                    terminals,
                    inFlight,
                    batch,
                    journal,
                    isMirrored,
                    isLogApart,
                    processors,
                    lineBytesPerSecond,
                    heapMegabytes,
                    cacheKib,
                    ledger,
                    isDurableCommit);
        }
    }

    /** The setting in words. */
    public String words() {
        List<String> words = new ArrayList<>();
        words.add(terminals + (terminals == 1 ? " terminal" : " terminals"));
        if (inFlight != terminals || batch != 1) {
            words.add(inFlight + " submissions of " + batch);
        }
        words.add(
                lineBytesPerSecond == 0
                        ? "no line between"
                        : String.format(Locale.ROOT, "a line of %,d bytes/s", lineBytesPerSecond));
        words.add(processors == 0 ? "all processors" : processors == 1 ? "1 processor" : processors + " processors");
        words.add(heapMegabytes + " MB of heap");
        words.add("ledger " + shownLedger());
        if (hasDatabase()) {
            if (hasOwnDatabase()) {
                words.add(String.format(Locale.ROOT, "%,d KiB of cache", cacheKib));
            }
            words.add(
                    isDurableCommit ? "each commit forced by the database too" : "commits forced by the journal only");
            if (hasOwnDatabase()) {
                words.add(isLogApart ? "log apart" : "log beside data");
            }
        }
        words.add("journal " + journal + (isMirrored ? ", mirrored" : ""));
        return String.join(", ", words);
    }

    /** The ledger in a word: of a JDBC URL only the kind of database, because a URL may hold a password. */
    public String shownLedger() {
        return isOthersDatabase() ? ledger.split(":", 3)[1] : ledger;
    }
}
