package org.debitcredit.terminal.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.debitcredit.terminal.console.RunFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BankInfoTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not json",
                "{}",
                "{\"branches\":0,\"tellersPerBranch\":10,\"accountsPerBranch\":10,\"preset\":\"tpca\"}",
                "{\"branches\":5000000000,\"tellersPerBranch\":10,\"accountsPerBranch\":10,\"preset\":\"tpca\"}",
                "{\"branches\":1,\"tellersPerBranch\":10,\"accountsPerBranch\":10,\"preset\":\"tpcb\"}",
                "{\"branches\":1,\"tellersPerBranch\":10,\"accountsPerBranch\":10,\"preset\":\"tpca\"}}"
            })
    void whatIsNoBankEndsTheRun(String json) {
        assertThatThrownBy(() -> BankInfo.of(Json.read(json.getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(RunFailure.class);
    }
}
