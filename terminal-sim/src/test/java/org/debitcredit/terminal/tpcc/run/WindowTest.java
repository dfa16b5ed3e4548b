package org.debitcredit.terminal.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.debitcredit.measure.Traffic;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.wire.AnswerMessages;
import org.debitcredit.tpcc.wire.v1.ExecuteResponse;
import org.junit.jupiter.api.Test;

class WindowTest {

    private static final long FROM_NANOS = 5_000_000_000L;
    private static final long TO_NANOS = 6_000_000_000L;
    private static final int UNUSED_ITEM = 100_001;

    private static TpccRequest order(int item) {
        return new TpccRequest.NewOrder(1, 1, 1, List.of(new TpccRequest.NewOrder.Line(item, 1, 1)));
    }

    private static RequestStream.Received answer(TpccRequest request, long answeredNanos) {
        ExecuteResponse response = ExecuteResponse.newBuilder()
                .setAnswer(AnswerMessages.message(FakeServer.answerTo(request)))
                .build();
        return new RequestStream.Received(
                new RequestStream.Sent(request, 0, null, 0, 0), response, null, answeredNanos);
    }

    @Test
    void aNewOrderCountsIfItsAnswerCameInTheWindow() {
        Window window = new Window(FROM_NANOS, 1, 1);

        window.arrived(answer(order(7), FROM_NANOS - 1));
        window.arrived(answer(order(7), FROM_NANOS));
        window.arrived(answer(order(7), TO_NANOS - 1));
        window.arrived(answer(order(7), TO_NANOS));
        window.arrived(answer(order(UNUSED_ITEM), FROM_NANOS));
        window.arrived(answer(new TpccRequest.StockLevel(1, 1, 10), FROM_NANOS));

        MeasuredWindow measured = window.measured(true, new double[0], Double.NaN, new CpuTimes(0, 0));
        assertThat(measured.newOrders()).isEqualTo(2);
        assertThat(measured.newOrdersPerMinute()).isEqualTo(120);
    }

    @Test
    void aRequestThatTheClientWasNotReadyToSendIsLate() {
        Window window = new Window(FROM_NANOS, 1, 1);

        window.due(FROM_NANOS, FROM_NANOS + 1_000_000);
        window.due(FROM_NANOS, FROM_NANOS + 60_000_000);

        Traffic traffic = window.measured(true, new double[0], Double.NaN, new CpuTimes(0, 0))
                .traffic();
        assertThat(traffic.dueBySecond()).containsExactly(2);
        assertThat(traffic.lateBySecond()).containsExactly(1);
    }
}
