package org.debitcredit.terminal.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.terminal.tpcc.input.Home;
import org.debitcredit.terminal.tpcc.input.RunConstants;
import org.debitcredit.terminal.tpcc.input.TpccInputs;
import org.debitcredit.tpcc.TpccAnswer;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.TpccTransactionType;
import org.debitcredit.tpcc.wire.AnswerMessages;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;
import org.debitcredit.tpcc.wire.v1.Failure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TpccAnswerCheckTest {

    private static final TpccScale SCALE = TpccScale.ofWarehouses(3);
    private static final TpccAnswerCheck CHECK = new TpccAnswerCheck(SCALE);

    private static TpccRequest request(TpccTransactionType type, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return new TpccInputs(SCALE, RunConstants.choose(100, SCALE, random), random).next(type, new Home(2, 3));
    }

    private static ExecuteResponse response(TpccAnswer answer) {
        return ExecuteResponse.newBuilder()
                .setAnswer(AnswerMessages.message(answer))
                .build();
    }

    private static TpccRequest.NewOrder order(int lastItem) {
        return new TpccRequest.NewOrder(
                2,
                3,
                4,
                List.of(
                        new TpccRequest.NewOrder.Line(1, 2, 1),
                        new TpccRequest.NewOrder.Line(2, 2, 1),
                        new TpccRequest.NewOrder.Line(3, 2, 1),
                        new TpccRequest.NewOrder.Line(4, 2, 1),
                        new TpccRequest.NewOrder.Line(lastItem, 2, 1)));
    }

    @ParameterizedTest
    @EnumSource(TpccTransactionType.class)
    void theRightAnswerHasNoProblem(TpccTransactionType type) {
        for (int seed = 0; seed < 300; seed++) {
            TpccRequest request = request(type, seed);

            assertThat(CHECK.problem(request, response(FakeServer.answerTo(request))))
                    .isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(TpccTransactionType.class)
    void theAnswerToAnotherTypeIsNone(TpccTransactionType type) {
        for (TpccTransactionType other : TpccTransactionType.values()) {
            if (other != type) {
                assertThat(CHECK.problem(request(type, 1), response(FakeServer.answerTo(request(other, 1)))))
                        .startsWith("the server answered ");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(TpccTransactionType.class)
    void theAnswerOfAnotherWarehouseIsNone(TpccTransactionType type) {
        SplittableRandom random = new SplittableRandom(1);
        TpccRequest elsewhere =
                new TpccInputs(SCALE, RunConstants.choose(100, SCALE, random), random).next(type, new Home(1, 3));

        assertThat(CHECK.problem(request(type, 1), response(FakeServer.answerTo(elsewhere))))
                .startsWith("the server answered a request of warehouse 2 ");
    }

    @Test
    void anOrderIsRolledBackForAnUnusedItemAndForNothingElse() {
        TpccAnswer committed = new TpccAnswer.NewOrder(2, 3, 4, "BAR", "GC", 0, 0, 0, 9, 0, 0, List.of());
        TpccAnswer rolledBack = new TpccAnswer.RolledBack(2, 3, 4, "BAR", "GC", 9);

        assertThat(CHECK.problem(order(100_000), response(committed))).isNull();
        assertThat(CHECK.problem(order(100_001), response(rolledBack))).isNull();
        assertThat(CHECK.problem(order(100_001), response(committed)))
                .isEqualTo("the server did not roll an order with an unused item back");
        assertThat(CHECK.problem(order(100_000), response(rolledBack)))
                .isEqualTo("the server rolled an order back whose items are all in use: Item number is not valid");
    }

    @Test
    void aResponseWithoutAnOutcomeAndOneWithoutAReasonAreTold() {
        assertThat(CHECK.problem(order(1), ExecuteResponse.getDefaultInstance()))
                .isEqualTo("the server's response has neither an answer nor a failure");
        assertThat(CHECK.problem(
                        order(1),
                        ExecuteResponse.newBuilder()
                                .setFailure(Failure.getDefaultInstance())
                                .build()))
                .isEqualTo("the server gave no reason");
    }
}
