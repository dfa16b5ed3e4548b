package org.debitcredit.server.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyParserTest {

    private static final UUID KEY = UUID.fromString("0198c0de-1234-7abc-8def-0123456789ab");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0198c0de-1234-7abc-8def-0123456789ab",
                "0198C0DE-1234-7ABC-8DEF-0123456789AB",
                "\"0198c0de-1234-7abc-8def-0123456789ab\""
            })
    void aUuidIsReadBareOrInQuotes(String value) {
        assertThat(IdempotencyKeyParser.parseHeader(1, value).uuid()).isEqualTo(KEY);
    }

    /** Java reads several of them as UUIDs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"",
                "\"\"",
                "0198c0de-1234-7abc-8def-0123456789a",
                "0198c0de-1234-7abc-8def-0123456789abc",
                "198c0de0-1234-7abc-8def-0123456789ag",
                "0198c0de1-234-7abc-8def-0123456789ab",
                "0198c0d-e1234-7abc-8def-0123456789ab",
                "0198c0de_1234_7abc_8def_0123456789ab",
                "0198c0de-1234-7abc-8def-01234567-9ab",
                "+198c0de-1234-7abc-8def-0123456789ab",
                "0198c0de-1234-7abc-8def-0123456789\uFF11a",
                " 198c0de-1234-7abc-8def-0123456789ab"
            })
    void nothingElseIs(String value) {
        assertThatThrownBy(() -> IdempotencyKeyParser.parseHeader(1, value))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        malformed -> assertThat(malformed.reason()).isEqualTo(Reason.MALFORMED_KEY));
    }
}
