package org.debitcredit.terminal.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.debitcredit.bank.Preset;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionJsonTest {

    private static final Transaction DEPOSIT = Transaction.deposit(3_000_007, 3_004_711, 2_500);

    @Test
    void isTheContractsJson() {
        assertThat(TransactionJson.of(Transaction.debitCredit(3_000_007, 3_004_711, -2_500), 0))
                .isEqualTo("{\"type\":\"debit-credit\",\"teller\":3000007,\"account\":3004711,\"amount\":-2500}");
        assertThat(TransactionJson.of(Transaction.transfer(7, 11, 0, 2_000), 0))
                .isEqualTo("{\"type\":\"transfer\",\"teller\":7,\"account\":11,\"target\":0,\"amount\":2000}");
        assertThat(TransactionJson.of(Transaction.withdrawal(7, 11, 2_000), 0)).contains("\"type\":\"withdrawal\"");
    }

    @Test
    void anOutOfTownOneNamesTheRegion() {
        assertThat(TransactionJson.ofOutOfTown(Transaction.withdrawal(7, 11, 2_000), 3))
                .isEqualTo("{\"type\":\"withdrawal\",\"teller\":7,\"account\":11,\"amount\":2000,\"region\":3}");
    }

    @Test
    void isPaddedToTheRuleSetsSize() {
        String body = TransactionJson.of(DEPOSIT, Preset.TPCA.requestBytesMin());
        assertThat(body.getBytes(StandardCharsets.UTF_8)).hasSize(100);
        assertThat(Json.read(body.getBytes(StandardCharsets.UTF_8))
                        .path("filler")
                        .asText())
                .matches("x+");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 68, 69, 70, 80, 81, 82, 83, 84, 85, 100, 4_000})
    void isNeverShorterThanAskedAndAlwaysJson(int bytesMin) {
        byte[] body = TransactionJson.of(DEPOSIT, bytesMin).getBytes(StandardCharsets.UTF_8);
        assertThat(body.length).isBetween(bytesMin, Math.max(bytesMin, 69 + 14));
        JsonNode json = Json.read(body);
        assertThat(json.path("amount").asLong()).isEqualTo(2_500);
    }

    @Test
    void isNotPaddedWhereThereIsNoRule() {
        assertThat(TransactionJson.of(DEPOSIT, Preset.GRAY2005.requestBytesMin()))
                .doesNotContain("filler");
    }
}
