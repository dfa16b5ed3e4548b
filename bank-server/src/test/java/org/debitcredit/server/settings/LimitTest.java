package org.debitcredit.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.debitcredit.directory.DiskSpace;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.journal.JournalWriter;
import org.debitcredit.journal.segment.FileJournal;
import org.debitcredit.ledger.sql.HistoryRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.unit.DataSize;

/** Every limit through the real binding of the configuration: at both ends, and one beyond each. */
class LimitTest {

    private static final int ROW_BYTES = JournalWriter.documentBytesMax(1) - JournalWriter.documentBytesMax(0);
    private static final int KEY_BYTES = (int) DiskSpace.journalBytesLeast(0, 1);

    /** What else must be set for a value to be legal. */
    private static final Map<String, Map<String, String>> BESIDE = Map.of(
            "bank.group-max=" + JournalWriter.ROWS_MAX,
            Map.of("bank.in-flight-max", "" + JournalWriter.ROWS_MAX),
            "bank.in-flight-max=8192",
            Map.of("bank.group-max", "8192"),
            "bank.journal.bytes-max=8388608B",
            Map.of("bank.journal.fill-ahead", "1MB", "bank.key-window", "6000"));

    /** What an issuer has besides. */
    private static final Map<String, String> JWT = Map.of(
            "bank.security.tokens[0].name", "atm",
            "bank.security.tokens[0].roles", "terminal",
            "bank.security.jwt.issuer", "https://issuer.example",
            "bank.security.jwt.audience", "bank",
            "bank.security.jwt.jwks-file", "keys.json",
            "bank.security.jwt.clients[0].value", "service-7",
            "bank.security.jwt.clients[0].client", "atm");

    private static BankProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate(
                        "bank", org.springframework.boot.context.properties.bind.Bindable.of(BankProperties.class));
    }

    private static BankProperties bind(String property, String value) {
        Map<String, String> properties = new HashMap<>(BESIDE.getOrDefault(property + "=" + value, Map.of()));
        properties.put(property, value);
        if (property.startsWith("bank.security.jwt.")) {
            properties.putAll(JWT);
        }
        if (property.startsWith("bank.region.")) {
            properties.putIfAbsent("bank.region.number", "0");
            properties.putIfAbsent("bank.region.count", "1000");
        }
        return bind(properties);
    }

    private static void assertRefused(String property, String value, String... words) {
        assertThatThrownBy(() -> bind(property, value))
                .as(property + "=" + value)
                .rootCause()
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(property + " is ")
                .hasMessageContainingAll(words);
    }

    @Test
    void everyNumberTimeAndSizeOfTheConfigurationHasALimitAndNoLimitIsOfAnythingElse() {
        assertThat(Arrays.stream(Limit.values()).map(limit -> limit.property))
                .containsExactlyInAnyOrderElementsOf(
                        NumericProperties.withDefaults().keySet());
        assertThat(Arrays.stream(Relation.values()).map(relation -> relation.property))
                .isSubsetOf(NumericProperties.withDefaults().keySet());
    }

    @Test
    void theDefaultsAreLegal() {
        assertThat(bind(Map.of()).groupMax()).isEqualTo(16_384);
        assertThat(bind(Map.of("bank.journal.kind", "file")).journal().isFile()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aValueAtEitherEndIsTaken(Limit limit) {
        bind(limit.property, written(limit, limit.min));
        // The heap is a bound of its own, and far below.
        if (limit != Limit.KEY_WINDOW && limit != Limit.HISTORY_ROWS_MAX) {
            bind(limit.property, written(limit, limit.max));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aValueOneBeyondEitherEndIsRefusedWithTheRangeAndWhatItFollowsFrom(Limit limit) {
        assertRefused(limit.property, written(limit, limit.min - 1), "; it must be " + limit.range(), limit.boundedBy);
        if (limit.max < Long.MAX_VALUE) {
            assertRefused(
                    limit.property, written(limit, limit.max + 1), "; it must be " + limit.range(), limit.boundedBy);
        }
    }

    private static String written(Limit limit, long value) {
        return switch (limit.unit) {
            case COUNT, POWER_OF_TWO -> Long.toString(value);
            case TIME -> value + "ms";
            case SIZE -> value + "B";
        };
    }

    @Test
    void aRingIsAPowerOfTwo() {
        for (int size = 1; size <= 1 << 20; size *= 2) {
            bind("bank.ring-size", Integer.toString(size));
        }
        assertRefused("bank.ring-size", "3", "a power of two, 1 to 1048576");
        assertRefused("bank.ring-size", "-2147483648", "a power of two");
    }

    @ParameterizedTest
    @CsvSource({"PT0.0009S, PT0.0009S", "1ns, PT0.000000001S", "P30000000000D, PT720000000000H", "-1ms, -1ms"})
    void aTimeThatIsNoWholeNumberOfMillisecondsOrFarTooLongIsRefusedAsItWasGiven(String given, String told) {
        assertRefused("bank.key-ahead-max", given, "bank.key-ahead-max is " + told + "; it must be 1ms to 1d");
    }

    @Test
    void aSegmentMustHoldTheLargestGroup() {
        long least = FileJournal.segmentBytesFor(JournalWriter.documentBytesMax(16_384));
        Map<String, String> file = new HashMap<>(Map.of("bank.journal.kind", "file"));
        file.put("bank.journal.fill-ahead", least + "B");
        bind(file);
        file.put("bank.journal.fill-ahead", least - 1 + "B");
        assertThatThrownBy(() -> bind(file))
                .rootCause()
                .hasMessageContaining("bank.journal.fill-ahead is " + (least - 1)
                        + "B and bank.group-max is 16384, which takes " + least + "B")
                .hasMessageContaining(
                        "must be at least 4200 bytes and " + ROW_BYTES + " for each transaction of bank.group-max");
        file.put("bank.journal.kind", "chronicle");
        bind(file);
        file.putAll(Map.of("bank.journal.kind", "file", "bank.group-max", "8192"));
        bind(file);
    }

    @Test
    void theJournalMustHoldEightFilesAndTheKeysOfTheWindow() {
        Map<String, String> files = Map.of("bank.key-window", "1", "bank.journal.fill-ahead", "2MB");
        Map<String, String> journal = new HashMap<>(files);
        journal.put("bank.journal.bytes-max", "16MB");
        bind(journal);
        journal.put("bank.journal.bytes-max", (16 << 20) - 1 + "B");
        assertThatThrownBy(() -> bind(journal))
                .rootCause()
                .hasMessageContaining("bank.journal.bytes-max is 16777215B")
                .hasMessageContaining("must be at least eight times bank.journal.fill-ahead");
        journal.put("bank.journal.bytes-max", "16MB");
        journal.put("bank.key-window", Integer.toString((16 << 20) / KEY_BYTES + 1));
        assertThatThrownBy(() -> bind(journal)).rootCause().hasMessageContaining(KEY_BYTES + " bytes for each key");
        journal.put("bank.key-window", Integer.toString((16 << 20) / KEY_BYTES));
        bind(journal);
    }

    @Test
    void theBacklogOfAProjectionIsAtMostHalfOfTheJournal() {
        Map<String, String> journal =
                new HashMap<>(Map.of("bank.journal.bytes-max", "2GB", "bank.projection.backlog-max", "1GB"));
        bind(journal);
        journal.put("bank.projection.backlog-max", "1073741825B");
        assertThatThrownBy(() -> bind(journal))
                .rootCause()
                .hasMessageContaining("bank.projection.backlog-max is 1073741825B and bank.journal.bytes-max is 2GB")
                .hasMessageContaining("at most half");
    }

    @Test
    void whatIsInFlightMustHoldAGroup() {
        bind(Map.of("bank.group-max", "10000", "bank.in-flight-max", "10000"));
        assertThatThrownBy(() -> bind(Map.of("bank.group-max", "10000", "bank.in-flight-max", "9999")))
                .rootCause()
                .hasMessageContaining("bank.in-flight-max is 9999 and bank.group-max is 10000")
                .hasMessageContaining("must be at least bank.group-max");
    }

    @Test
    void theWindowOfKeysMustFitHalfOfTheHeap() {
        long heap = Runtime.getRuntime().maxMemory();
        int fitting = 1;
        for (int step = 1 << 28; step > 0; step /= 2) {
            if (fitting + step <= IdempotencyWindow.SIZE_MAX
                    && IdempotencyWindow.heapBytes(fitting + step) <= heap / 2) {
                fitting += step;
            }
        }
        assertThat(bind("bank.key-window", Integer.toString(fitting)).keyWindow())
                .isEqualTo(fitting);
        assertRefused("bank.key-window", Integer.toString(fitting + 1), "the heap has at most " + (heap >> 20) + "MB");
        assertRefused("bank.key-window", Integer.toString(IdempotencyWindow.SIZE_MAX), "half of the heap");
    }

    @Test
    void theWindowOfKeysAndTheHistoryMustFitThreeQuartersOfTheHeapTogether() {
        long heap = Runtime.getRuntime().maxMemory();
        int keys = 1;
        while (IdempotencyWindow.heapBytes(keys * 2) <= heap / 2) {
            keys *= 2;
        }
        long rows = (heap / 4 * 3 - IdempotencyWindow.heapBytes(keys)) / HistoryRows.BYTES_MOST;
        String window = Integer.toString(keys);
        bind(Map.of("bank.key-window", window, "bank.history.rows-max", Long.toString(rows)));
        Map<String, String> oneMore =
                Map.of("bank.key-window", window, "bank.history.rows-max", Long.toString(rows + 1));
        assertThatThrownBy(() -> bind(oneMore))
                .rootCause()
                .hasMessageContaining("bank.history.rows-max is " + (rows + 1) + " and bank.key-window is " + keys)
                .hasMessageContaining("at most three quarters of the heap");
    }

    @Test
    void valuesAreWrittenAsAConfigurationWouldHaveThem() {
        assertThat(Limit.WARM_UP.range()).isEqualTo("0s to 1m");
        assertThat(Limit.JOURNAL_EPOCH.range()).isEqualTo("1MB to 512GB");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.WARM_UP.require(Duration.ofMillis(60_001)))
                .withMessageContaining("bank.warm-up is 60001ms; it must be 0s to 1m");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limit.JOURNAL_EPOCH.require(DataSize.ofBytes(1_048_577L << 19)))
                .withMessageContaining("bank.journal.epoch is 536871424KB; it must be 1MB to 512GB");
    }
}
