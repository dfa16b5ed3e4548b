package org.debitcredit.tpcc.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.wire.v1.Answer;
import org.debitcredit.tpcc.wire.v1.TransactionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnswerMessagesTest {

    private static final TpccAnswer ROLLED_BACK = new TpccAnswer.RolledBack(1, 2, 3, "BARBARBAR", "GC", 3_001);

    static List<TpccAnswer> answers() {
        return List.of(
                new TpccAnswer.NewOrder(
                        1,
                        2,
                        3,
                        "BARBARBAR",
                        "BC",
                        5_000,
                        1_250,
                        300,
                        3_001,
                        1_700_000_000_000_000L,
                        123_456,
                        List.of(
                                new TpccAnswer.NewOrder.Line(1, 7, "a", 10, 91, 'B', 99, 990),
                                new TpccAnswer.NewOrder.Line(2, 8, "b", 1, 0, 'G', 10_000, 10_000))),
                ROLLED_BACK,
                new TpccAnswer.Payment(
                        1,
                        2,
                        new TpccAnswer.Address("w1", "w2", "wc", "ws", "111111111"),
                        new TpccAnswer.Address("d1", "d2", "dc", "ds", "211111111"),
                        4,
                        5,
                        6,
                        "first",
                        "OE",
                        "last",
                        new TpccAnswer.Address("c1", "c2", "cc", "cs", "311111111"),
                        "0123456789012345",
                        1,
                        "BC",
                        5_000_000,
                        4_999,
                        -12_345,
                        "data",
                        500_000,
                        2),
                new TpccAnswer.OrderStatus(
                        1,
                        2,
                        3,
                        "first",
                        "OE",
                        "last",
                        -1_000,
                        2_999,
                        5,
                        OptionalInt.of(10),
                        List.of(new TpccAnswer.OrderStatus.Line(1, 2, 3, 4, OptionalLong.of(0)))),
                new TpccAnswer.OrderStatus(
                        1,
                        2,
                        3,
                        "first",
                        "OE",
                        "last",
                        0,
                        3_000,
                        5,
                        OptionalInt.empty(),
                        List.of(new TpccAnswer.OrderStatus.Line(1, 2, 3, 4, OptionalLong.empty()))),
                new TpccAnswer.Delivery(9, 10),
                new TpccAnswer.StockLevel(1, 2, 20, 0));
    }

    @ParameterizedTest
    @MethodSource("answers")
    void anAnswerComesBackAsItWas(TpccAnswer answer) throws Exception {
        Answer sent = AnswerMessages.message(answer);

        assertThat(AnswerMessages.answer(Answer.parseFrom(sent.toByteArray()))).isEqualTo(answer);
        assertThat(sent.getType().getNumber()).isEqualTo(sent.getContentCase().getNumber() - 1);
    }

    @Test
    void whatATerminalDisplaysAsStatusIsInTheMessage() {
        Answer rolledBack = AnswerMessages.message(ROLLED_BACK);

        assertThat(rolledBack.getType()).isEqualTo(TransactionType.NEW_ORDER);
        assertThat(rolledBack.getNewOrder().getStatus()).isEqualTo("Item number is not valid");
        assertThat(AnswerMessages.message(new TpccAnswer.Delivery(1, 1))
                        .getDelivery()
                        .getStatus())
                .isEqualTo("Delivery has been queued");
    }

    /** Clause 2.4.3.3. */
    @Test
    void theNumberOfLinesIsDisplayedUnlessTheOrderWasRolledBack() {
        assertThat(AnswerMessages.message(answers().get(0)).getNewOrder().getNumberOfLines())
                .isEqualTo(2);
        assertThat(AnswerMessages.message(ROLLED_BACK).getNewOrder().getNumberOfLines())
                .isZero();
    }

    @Test
    void anAnswerWithoutContentBreaksTheContract() {
        assertThatThrownBy(() -> AnswerMessages.answer(Answer.getDefaultInstance()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an answer without content came");
    }
}
