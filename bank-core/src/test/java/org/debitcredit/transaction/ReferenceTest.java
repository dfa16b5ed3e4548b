package org.debitcredit.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reference may be. */
class ReferenceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                " ",
                "ATM 17 000482",
                "\u00DCberweisung \u2116 7",
                "\uD83D\uDCB6",
                "\u6C49\u5B57",
                "\"quoted\" \\ 'so' %s"
            })
    void whatIsPrintableIsTakenAsItIs(String text) {
        Reference reference = Reference.of(text);
        assertThat(reference.text()).isEqualTo(text);
        ByteBuffer bytes = ByteBuffer.allocate(Reference.BYTES_MAX);
        reference.putTo(bytes);
        assertThat(Reference.read(bytes.flip(), reference.length()))
                .isEqualTo(reference)
                .hasSameHashCodeAs(reference);
    }

    @Test
    void itHasOneToSixtyFourBytes() {
        assertThat(Reference.of("x".repeat(64)).length()).isEqualTo(64);
        assertThat(Reference.of("\u00E9".repeat(32)).length()).isEqualTo(64);
        for (String text : new String[] {"", "x".repeat(65), "\u00E9".repeat(32) + "x", "\uD83D\uDCB6".repeat(17)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Reference.of(text))
                    .withMessageContaining("1 to 64");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\nb",
                "a\u0000",
                "\u001B[2J",
                "\u007F",
                "\u0085",
                "\u2028",
                "\u2029",
                "\u202Eabc",
                "a\u200Bb",
                "\uD800",
                "x\uDC00",
                "\uE000",
                "\uFFFF"
            })
    void whatCannotBePrintedIsRefusedAndNotRepeated(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Reference.of(text))
                .withMessageContaining("U+")
                .withMessageContaining("printable")
                .satisfies(refused -> assertThat(refused.getMessage()).doesNotContain(text));
    }

    @Test
    void itsTextIsInNoMessage() {
        Transaction transaction = Transaction.deposit(1, 2, 3).with(Reference.of("secret"));
        assertThat(transaction.toString()).doesNotContain("secret").contains("6 bytes");
    }

    @Test
    void itIsPartOfTheContent() {
        Transaction transaction = Transaction.deposit(1, 2, 3);
        TransactionKey key = new TransactionKey(0, 1, 2);
        long without = RequestColumns.single(transaction, key).digest[0];
        long one = RequestColumns.single(transaction.with(Reference.of("1")), key).digest[0];
        long same = RequestColumns.single(transaction.with(Reference.of("1")), key).digest[0];
        long other = RequestColumns.single(transaction.with(Reference.of("2")), key).digest[0];
        assertThat(one).isEqualTo(same).isNotEqualTo(other).isNotEqualTo(without);
    }
}
