package org.debitcredit.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamBudgetsTest {

    private static final int BATCH = 8_192;
    private static final long HEAP = 1L << 30;

    private final StreamBudgets budgets = new StreamBudgets(HEAP);

    private static InetSocketAddress connection(int port) {
        return new InetSocketAddress("127.0.0.1", port);
    }

    private static int takenBy(StreamBudgets.OfStream stream) {
        int taken = 0;
        while (stream.take(BATCH)) {
            taken++;
        }
        return taken;
    }

    /** However many streams, connections and clients there are, all together hold an eighth of the heap at most. */
    @Test
    void nobodyTakesMoreThanAShareAndAllTogetherNoMoreThanTheBudget() {
        List<StreamBudgets.OfStream> streams = new ArrayList<>();
        for (int client = 0; client < 4; client++) {
            for (int connection = 0; connection < 4; connection++) {
                for (int stream = 0; stream < 4; stream++) {
                    streams.add(budgets.open(client, connection(1_000 + 10 * client + connection)));
                }
            }
        }
        int one = takenBy(streams.get(0));
        assertThat(one).isPositive();
        assertThat(budgets.held()).as("one stream").isLessThanOrEqualTo(HEAP / 64);
        streams.subList(0, 4).forEach(StreamBudgetsTest::takenBy);
        assertThat(budgets.held()).as("one connection").isLessThanOrEqualTo(HEAP / 32);
        streams.subList(0, 16).forEach(StreamBudgetsTest::takenBy);
        assertThat(budgets.held()).as("one client").isLessThanOrEqualTo(HEAP / 16);
        streams.forEach(StreamBudgetsTest::takenBy);
        assertThat(budgets.held()).as("all").isBetween(HEAP / 8 - (4 << 20), HEAP / 8);
        assertThat(budgets.open(9, connection(9)).take(BATCH)).isFalse();
        streams.forEach(StreamBudgets.OfStream::end);
        assertThat(budgets.held()).isZero();
        assertThat(takenBy(budgets.open(0, connection(1_000)))).isEqualTo(one);
    }

    @Test
    void whatWasAnsweredCanBeTakenAgain() {
        StreamBudgets.OfStream stream = budgets.open(0, connection(1));
        int all = takenBy(stream);
        stream.giveBack(BATCH);
        assertThat(stream.take(BATCH)).isTrue();
        assertThat(stream.take(BATCH)).isFalse();
        for (int i = 0; i < all; i++) {
            stream.giveBack(BATCH);
        }
        assertThat(budgets.held()).isZero();
    }
}
