package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;

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
}
