package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.debitcredit.workload.Scenario;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SizingTest {

    private static final Sizing.Machine SMALL = new Sizing.Machine(2_000, 500, 1 << 20, 1 << 20, 1 << 20, false, 256);
    private static final Sizing.Machine TWENTY_FOUR_GIGABYTES =
            new Sizing.Machine(24_000, 1_854, 200L << 30, 200L << 30, 200L << 30, true, 1 << 20);

    private static Sizing fullScale(@Nullable Path mirror) {
        return Sizing.of(Plans.of(Scenario.GRAY2005, 830_000, Duration.ofMinutes(15), "memory", mirror));
    }

    /** By hand: 830,000,000 accounts at 8 bytes and a quarter more are 8,300 MB, and 1,024 MB are added. */
    @Test
    void eightHundredThirtyThousandTerminalsFitIntoAMachineOfTwentyFourGigabytes() {
        Sizing sizing = fullScale(Path.of("mirror"));
        assertThat(sizing.serverHeapMegabytes()).isBetween(9_324L, 9_700L);
        assertThat(sizing.ownHeapMegabytes()).isEqualTo(1_854);
        assertThat(sizing.diskBytes()).as("three snapshots and the journal").isGreaterThan(3L * 8 * 830_000_000);
        assertThat(sizing.mirrorBytes()).isGreaterThan(3L * 8 * 830_000_000);
        assertThat(sizing.missing(TWENTY_FOUR_GIGABYTES)).isEmpty();
    }

    @Test
    void everythingThatIsMissingIsNamed() {
        assertThat(fullScale(Path.of("mirror")).missing(SMALL))
                .hasSize(6)
                .anyMatch(sentence -> sentence.contains("MB of memory together; this machine has 2,000 MB"))
                .anyMatch(sentence -> sentence.contains("BANK_JAVA_OPTS=-Xmx1854m"))
                .anyMatch(sentence -> sentence.contains("the bank's data need"))
                .anyMatch(sentence -> sentence.contains("the mirror needs"))
                .anyMatch(sentence -> sentence.contains("success files"))
                .anyMatch(sentence -> sentence.contains("file descriptors; the limit is 256"));
    }

    @Test
    void aMirrorOnTheSameDiskNeedsItsSpaceToo() {
        Sizing sizing = fullScale(Path.of("mirror"));
        long one = sizing.diskBytes() + 1;
        Sizing.Machine twoDisks = new Sizing.Machine(24_000, 1_854, one, one, one, false, 1 << 20);
        Sizing.Machine oneDisk = new Sizing.Machine(24_000, 1_854, one, one, one, true, 1 << 20);
        assertThat(sizing.missing(twoDisks)).isEmpty();
        assertThat(sizing.missing(oneDisk)).singleElement().asString().contains("its mirror on the same disk");
        assertThat(fullScale(null).missing(oneDisk)).isEmpty();
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
        assertThat(Servers.keyWindow(plan)).isGreaterThan(KillTest.transactionsMax(plan));
        assertThat(Servers.keyWindow(Plans.of(Scenario.TPCA, 100, Duration.ofMinutes(2), "memory", null)))
                .isEqualTo(1_000_000);
    }
}
