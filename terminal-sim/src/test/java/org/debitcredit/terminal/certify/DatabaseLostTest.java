package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.workload.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseLostTest {

    @ParameterizedTest
    @CsvSource({
        "memory, no database to lose",
        "h2, no database to lose",
        "jdbc:h2:mem:bank, no database to lose",
        "jdbc:h2:/tmp/bank, ''",
        "jdbc:h2:file:/tmp/bank, ''",
        "jdbc:sqlite:/tmp/bank, ''",
        "jdbc:postgresql://localhost/bank, one database holds one bank",
        "jdbc:mariadb://localhost/bank, one database holds one bank"
    })
    void aDatabaseInAFileCanBeLostAndWhatCannotIsExplained(String ledger, String hindrance) {
        assertThat(DatabaseLost.hindrance(ledger)).contains(hindrance);
        assertThat(DatabaseLost.hindrance(ledger).isEmpty()).isEqualTo(hindrance.isEmpty());
    }

    /** The report must not say that a server was killed and a database deleted. */
    @Test
    void ofATestThatCannotBeRunTheReportSaysThatNothingWasDestroyed() {
        CertifyPlan plan = Plans.of(Scenario.TPCA, 1_000, Duration.ofMinutes(2), "memory", null);
        Talk silent = new Talk(new PrintStream(OutputStream.nullOutputStream()));
        AcidTest test = new DatabaseLost(plan, new Consistency(1), silent).run().test();
        assertThat(test.outcome()).isEqualTo(AcidTest.Outcome.NOT_RUN);
        assertThat(test.done()).isEqualTo("Nothing was destroyed.");
    }
}
