package org.debitcredit.laboratory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.debitcredit.lab.modesto.ModestoPreset;
import org.debitcredit.lab.run.Setting;
import org.debitcredit.recovery.LedgerChoice;
import org.jspecify.annotations.Nullable;

/**
 * What a lab measures. Its options are known to fit together.
 *
 * @param preset whose set-ups are measured first; empty for none
 * @param setUps of the preset
 * @param start of the rounds: the last of the set-ups, where there are any
 * @param plain the database that is measured without the service, instead of everything else; null for none
 * @param directory in which the banks are made and deleted
 * @param logDirectory on another device; null for none
 * @param databaseUser of a database that the lab did not make; null for none
 * @param measured time of a step
 * @param roundsMax after which it ends
 */
record LabPlan(
        Optional<ModestoPreset> preset,
        List<Setting> setUps,
        Setting start,
        @Nullable LedgerChoice plain,
        Path directory,
        @Nullable Path logDirectory,
        @Nullable String databaseUser,
        Duration measured,
        int roundsMax) {

    /** All tables that a bank may have in a database. */
    static final List<String> TABLES = List.of(
            "branch",
            "teller",
            "account",
            "history",
            "history_base",
            "journal_position",
            "transaction_key",
            "transaction_reference",
            "transaction_reversal",
            "flyway_schema_history");

    /** What stays after the lab, in a sentence: its tables in somebody else's database; empty if nothing does. */
    Optional<String> remains() {
        return plain != null || start.isOthersDatabase()
                ? Optional.of("What the lab made in the database stays there, of these tables: "
                        + String.join(", ", TABLES)
                        + ". Drop them before the next lab, which takes an empty database.")
                : Optional.empty();
    }
}
