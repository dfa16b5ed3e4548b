package org.debitcredit.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.transaction.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionBodyTest {

    private static final String DEPOSIT = "{\"type\":\"deposit\",\"teller\":1,\"account\":2,\"amount\":3}";

    @Test
    void utf8IsRead() {
        assertThat(TransactionBody.parse(DEPOSIT.getBytes(StandardCharsets.UTF_8))
                        .transaction())
                .isEqualTo(Transaction.deposit(1, 2, 3));
    }

    /** A decoder puts the replacement character where bytes are invalid; a client may send the character itself. */
    @Test
    void aReplacementCharacterOfTheClientIsRead() {
        String body = DEPOSIT.replace("}", ",\"filler\":\"\uFFFD\"}");
        assertThat(TransactionBody.parse(body.getBytes(StandardCharsets.UTF_8)).transaction())
                .isEqualTo(Transaction.deposit(1, 2, 3));
    }

    /** A parser may guess these encodings; two that guess otherwise would read two transactions. */
    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16BE", "UTF-16LE", "UTF-32", "UTF-32BE", "UTF-32LE"})
    void noOtherEncodingIsGuessed(String charset) {
        byte[] body = DEPOSIT.getBytes(Charset.forName(charset));
        assertThatThrownBy(() -> TransactionBody.parse(body)).isInstanceOf(Malformed.class);
    }

    @Test
    void aByteOrderMarkIsRefused() {
        byte[] body = ("\uFEFF" + DEPOSIT).getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> TransactionBody.parse(body)).isInstanceOf(Malformed.class);
    }

    /** A character in more bytes than it needs, half of a pair, and a byte that is never there (RFC 3629, 3). */
    @ParameterizedTest
    @ValueSource(strings = {"C1 81", "E0 81 81", "ED A0 80", "F4 90 80 80", "FF", "C3"})
    void whatIsNotUtf8IsRefused(String hex) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(DEPOSIT.replace("}", ",\"reference\":\"").getBytes(StandardCharsets.UTF_8));
        for (String octet : hex.split(" ")) {
            body.write(Integer.parseInt(octet, 16));
        }
        body.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> TransactionBody.parse(body.toByteArray()))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("UTF-8");
    }
}
