package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.debitcredit.workload.Scenario;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SizingTest {

    private static final Sizing.Machine SMALL = new Sizing.Machine(
            2_000, 500, new Sizing.Disk(1, 1 << 20), new Sizing.Disk(2, 1 << 20), new Sizing.Disk(3, 1 << 20), 256);

    private static Sizing.Machine twentyFourGigabytes(long oneDisksBytes) {
        Sizing.Disk one = new Sizing.Disk(1, oneDisksBytes);
        return new Sizing.Machine(24_000, 1_439, one, one, one, 1 << 20);
    }

    private static Sizing fullScale(@Nullable Path mirror) {
        return Sizing.of(Plans.of(Scenario.GRAY2005, 830_000, Duration.ofMinutes(15), "memory", mirror));
    }

    /** By hand: 830,000,000 accounts at 9 bytes are 7,123 MiB, and 1,024 are added. */
    @Test
    void eightHundredThirtyThousandTerminalsFitIntoAMachineOfTwentyFourGigabytes() {
        Sizing sizing = fullScale(Path.of("mirror"));
        assertThat(sizing.serverHeapMegabytes()).isBetween(8_147L, 8_170L);
        assertThat(sizing.ownHeapMegabytes()).isEqualTo(1_439);
        assertThat(sizing.diskBytes()).as("three snapshots and the journal").isGreaterThan(3L * 8 * 830_000_000);
        assertThat(sizing.mirrorBytes()).isGreaterThan(3L * 8 * 830_000_000);
        assertThat(sizing.missing(twentyFourGigabytes(200L << 30))).isEmpty();
    }

    @Test
    void everythingThatIsMissingIsNamed() {
        assertThat(fullScale(Path.of("mirror")).missing(SMALL))
                .hasSize(6)
                .anyMatch(sentence -> sentence.contains("MB of memory together; this machine has 2,000 MB available"))
                .anyMatch(sentence -> sentence.contains("BANK_JAVA_OPTS=-Xmx1439m"))
                .anyMatch(sentence -> sentence.contains("the disk of the bank's data must have"))
                .anyMatch(sentence -> sentence.contains("the disk of the mirror must have"))
                .anyMatch(sentence -> sentence.contains("success files"))
                .anyMatch(sentence -> sentence.contains("file descriptors; the limit is 256"));
    }

    /** By hand: 830,000,000 accounts at 8 bytes, half a MiB every 10 ms, are 126 s. */
    @Test
    void aWindowThatCannotHoldACheckpointIsRefusedAndALongerOneIsNamed() {
        CertifyPlan two = Plans.of(Scenario.GRAY2005, 830_000, Duration.ofMinutes(2), "memory", null);
        assertThat(Sizing.of(two).snapshot().toSeconds()).isEqualTo(126);
        assertThat(Sizing.of(two).missing(twentyFourGigabytes(200L << 30)))
                .containsExactly("a checkpoint takes 126 s or more and must be taken within the window, which is "
                        + "120 s; give --minutes 5 or more");
        CertifyPlan five = Plans.of(Scenario.GRAY2005, 830_000, Duration.ofMinutes(5), "memory", null);
        assertThat(Sizing.of(five).missing(twentyFourGigabytes(200L << 30))).isEmpty();
    }

    @Test
    void aRunningServerNeedsNothingOfThisMachineButItsTerminalsDo() {
        CertifyPlan own = Plans.of(Scenario.GRAY2005, 830_000, Duration.ofMinutes(15), "memory", null);
        CertifyPlan running = Plans.at(URI.create("http://127.0.0.1:1"), own);
        assertThat(Sizing.of(running).words())
                .startsWith("heap of the terminals 1,439 MB, ")
                .doesNotContain("server");
        assertThat(Sizing.of(running).missing(SMALL))
                .hasSize(3)
                .anyMatch(sentence -> sentence.contains("BANK_JAVA_OPTS=-Xmx1439m"))
                .anyMatch(sentence -> sentence.startsWith("the disk of the report with the success files must have"))
                .anyMatch(sentence -> sentence.contains("file descriptors; the limit is 256"));
    }

    @Test
    void whatIsOnOneDiskNeedsItsSpaceTogether() {
        Sizing sizing = fullScale(Path.of("mirror"));
        long all = sizing.diskBytes() + sizing.mirrorBytes() + sizing.reportBytes();
        assertThat(sizing.missing(twentyFourGigabytes(all))).isEmpty();
        assertThat(sizing.missing(twentyFourGigabytes(all - 1)))
                .singleElement()
                .asString()
                .contains("the disk of the bank's data and the mirror and the report with the success files");
        assertThat(fullScale(null).missing(twentyFourGigabytes(all - 1))).isEmpty();
    }

    /**
     * By hand: three snapshots of 9.3 GB, and 192 bytes of journal for each of 45 million transactions, and 2 GB more;
     * success files with 40 bytes of each.
     */
    @Test
    void anHourWithMoreThanABillionAccountsFitsIntoSixtyGigabytesWithoutAMirror() {
        CertifyPlan three = Plans.of(Scenario.GRAY2005, 1_160_000, Duration.ofHours(1), "memory", null);
        CertifyPlan one = Plans.playing(three, List.of(100));
        assertThat(Sizing.of(one).diskBytes()).isBetween(38_000_000_000L, 39_000_000_000L);
        assertThat(Sizing.of(one).reportBytes()).isBetween(1_900_000_000L, 2_200_000_000L);
        assertThat(Sizing.of(three).reportBytes())
                .isGreaterThan(2 * Sizing.of(one).reportBytes());
        assertThat(Sizing.of(one)
                        .missing(new Sizing.Machine(
                                24_000,
                                2_184,
                                new Sizing.Disk(1, 60L << 30),
                                new Sizing.Disk(1, 60L << 30),
                                new Sizing.Disk(1, 60L << 30),
                                20_000)))
                .isEmpty();
    }

    /** By hand: 19,912 MiB of balances and 1,024, keys 893, bitmaps 654, terminals 2,184, and 768 besides. */
    @Test
    void twoBillionADayDoNotFitIntoTwentyFourGibibytes() {
        CertifyPlan plan = Plans.playing(
                Plans.of(Scenario.GRAY2005, 2_320_000, Duration.ofHours(1), "memory", null), List.of(100));
        Sizing sizing = Sizing.of(plan);
        assertThat(sizing.ownHeapMegabytes()).isEqualTo(2_184);
        assertThat(sizing.serverHeapMegabytes()).isBetween(21_800L, 21_850L);
        Sizing.Disk large = new Sizing.Disk(1, 1L << 40);
        // What Linux takes for itself of 24 GiB leaves less than 23,500 MB available.
        assertThat(sizing.missing(new Sizing.Machine(23_500, 2_184, large, large, large, 1 << 20)))
                .singleElement()
                .asString()
                .contains("MB of memory together; this machine has 23,500 MB available");
    }

    @Test
    void aLedgerInADatabaseNeedsNoHeapForBalances() {
        assertThat(Sizing.serverHeapMegabytes("jdbc:sqlite:bank", 830_000_000)).isEqualTo(2_048);
        assertThat(Sizing.serverHeapMegabytes("h2", 10_000_000)).isEqualTo(2_724);
    }

    /** A window of 15 minutes at full scale is longer than the default key window, but the kill test must not be. */
    @Test
    void theServerRemembersEveryKeyOfTheKillTest() {
        CertifyPlan plan = Plans.of(Scenario.GRAY2005, 830_000, Duration.ofMinutes(15), "memory", null);
        assertThat(CertificationServers.keyWindow(plan)).isGreaterThan(KillTest.transactionsMax(plan));
        // 83 s of ramp-up, in which half of the terminals work on average, and 8 s.
        assertThat(KillTest.transactionsMax(plan))
                .as("those of the terminals, and the deposits into the accounts whose balances are read")
                .isBetween(8_300L * 49 + 200L * 91, 8_300L * 50 + 200L * 102);
        assertThat(CertificationServers.keyWindow(Plans.of(Scenario.TPCA, 100, Duration.ofMinutes(2), "memory", null)))
                .isEqualTo(1_000_000);
    }
}
