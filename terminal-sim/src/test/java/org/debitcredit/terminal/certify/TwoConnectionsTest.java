package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.report.AcidTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Isolation by two connections, of banks over a real database. */
@Timeout(60)
class TwoConnectionsTest {

    private static final Duration HELD = Duration.ofMillis(200);
    private static final Tested KILL_HELD = Tested.of(AcidTest.ISOLATION, true, "Killed.", "Found.");

    private static AcidTest test(SqlBank.Fault fault) throws IOException, SQLException {
        try (SqlBank bank = new SqlBank(fault)) {
            return new TwoConnections(bank.inspector(), "", bank::forWriting, bank::forReading, HELD)
                    .test(KILL_HELD)
                    .test();
        }
    }

    @Test
    void aBankThatIsolatesItsTransactionsHolds() throws IOException, SQLException {
        AcidTest tested = test(SqlBank.Fault.NONE);
        assertThat(tested.outcome()).as(tested.found()).isEqualTo(AcidTest.Outcome.HELD);
        assertThat(tested.done()).startsWith("Killed.").contains("second connection");
        assertThat(tested.found())
                .startsWith("Found. Each of 100 deposits")
                .contains("completed transaction, aborted transaction, lost update and phantom held");
    }

    @ParameterizedTest
    @CsvSource({
        "READS_UNCOMMITTED, Aborted transaction: while 1",
        "COMMITS_IN_PARTS, Completed transaction: before the commit another connection read",
        "LOSES_UPDATES, Lost update: a deposit of 5 waited"
    })
    void oneThatDoesNotIsBroken(SqlBank.Fault fault, String found) throws IOException, SQLException {
        AcidTest tested = test(fault);
        assertThat(tested.outcome()).as(tested.found()).isEqualTo(AcidTest.Outcome.BROKEN);
        assertThat(tested.found()).contains(found);
    }

    /** It reads outside of its transaction, so that it finds what was committed since it began. */
    @Test
    void aReaderWhoseTransactionIsNoMomentFindsPhantoms() throws IOException, SQLException {
        try (SqlBank bank = new SqlBank(SqlBank.Fault.NONE)) {
            AcidTest tested = new TwoConnections(bank.inspector(), "", bank::forWriting, bank::forWriting, HELD)
                    .test(KILL_HELD)
                    .test();
            assertThat(tested.outcome()).as(tested.found()).isEqualTo(AcidTest.Outcome.BROKEN);
            assertThat(tested.found()).startsWith("Phantom: one transaction found");
        }
    }

    @Test
    void databaseAndDriverAreNamedWithTheirVersions() throws IOException, SQLException {
        try (SqlBank bank = new SqlBank(SqlBank.Fault.NONE);
                SecondConnection connection = bank.forReading()) {
            assertThat(connection.versions()).matches("H2 \\d.*, by H2 JDBC Driver \\d.*");
        }
    }

    @Test
    void withoutADatabaseTwoClientsCompeteAndTheReasonIsTold() throws IOException, SQLException {
        try (SqlBank bank = new SqlBank(SqlBank.Fault.NONE)) {
            AcidTest tested =
                    TwoConnections.test(bank.inspector(), "memory", KILL_HELD).test();
            assertThat(tested.outcome()).isEqualTo(AcidTest.Outcome.HELD);
            assertThat(tested.done()).doesNotContain("second connection");
            assertThat(tested.found())
                    .contains("Each of 100 deposits", "Ledger memory has no database", "No client of the bank");
        }
        try (SqlBank bank = new SqlBank(SqlBank.Fault.LOSES_UPDATES)) {
            assertThat(TwoConnections.test(bank.inspector(), "h2", KILL_HELD)
                            .test()
                            .found())
                    .startsWith("Two clients: of 100 deposits");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "memory, has no database",
        "h2, in the server's memory",
        "jdbc:h2:/tmp/bank, locks the file",
        "jdbc:sqlite:/tmp/bank, ''",
        "jdbc:postgresql://localhost/bank, ''",
        "jdbc:mariadb://localhost/bank, ''"
    })
    void whatCannotBeReachedIsSaid(String ledger, String hindrance) {
        assertThat(SecondConnection.hindrance(ledger)).contains(hindrance);
        assertThat(SecondConnection.hindrance(ledger).isEmpty()).isEqualTo(hindrance.isEmpty());
    }

    /** A test that could have been run and was not leaves the certification undecided. */
    @Test
    void aConnectionThatCannotBeOpenedIsATestThatWasMissed() throws IOException, SQLException {
        try (SqlBank bank = new SqlBank(SqlBank.Fault.NONE)) {
            Tested tested = new TwoConnections(
                            bank.inspector(),
                            "",
                            () -> {
                                throw new RunFailure("no password");
                            },
                            bank::forReading,
                            HELD)
                    .test(KILL_HELD);
            assertThat(tested.test().outcome()).isEqualTo(AcidTest.Outcome.NOT_RUN);
            assertThat(tested.possible()).isTrue();
            assertThat(tested.test().found()).contains("did not come to their end: no password");
        }
    }

    @Test
    void whatTheKillFoundIsNotCovered() throws IOException, SQLException {
        Tested broken = Tested.of(AcidTest.ISOLATION, false, "Killed.", "Lost one.");
        Tested missed = Tested.missed(AcidTest.ISOLATION, "Killed.", "Nothing was read.");
        try (SqlBank bank = new SqlBank(SqlBank.Fault.NONE)) {
            assertThat(TwoConnections.test(bank.inspector(), "memory", broken)).isEqualTo(broken);
            assertThat(TwoConnections.test(bank.inspector(), "memory", missed)
                            .test()
                            .outcome())
                    .isEqualTo(AcidTest.Outcome.NOT_RUN);
        }
    }
}
