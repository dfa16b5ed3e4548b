package org.debitcredit.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StreamBudgetsTest {

    private static final long BATCH = StreamBudgets.bytes(8_192, 0);
    private static final long HEAP = 1L << 30;

    private final StreamBudgets budgets = new StreamBudgets(HEAP);

    private static InetSocketAddress connection(int port) {
        return new InetSocketAddress("127.0.0.1", port);
    }

    private StreamBudgets.OfStream open(long client, int port) {
        return Objects.requireNonNull(budgets.open(client, connection(port)));
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
                    streams.add(open(client, 1_000 + 10 * client + connection));
                }
            }
        }
        long idle = budgets.held();
        assertThat(idle).as("streams count before their first batch").isPositive();
        int one = takenBy(streams.get(0));
        assertThat(one).isPositive();
        assertThat(budgets.held() - idle).as("one stream").isLessThanOrEqualTo(HEAP / 64);
        streams.subList(0, 4).forEach(StreamBudgetsTest::takenBy);
        assertThat(budgets.held() - idle).as("one connection").isLessThanOrEqualTo(HEAP / 32);
        streams.subList(0, 16).forEach(StreamBudgetsTest::takenBy);
        assertThat(budgets.held() - idle).as("one client").isLessThanOrEqualTo(HEAP / 16);
        streams.forEach(StreamBudgetsTest::takenBy);
        assertThat(budgets.held()).as("all").isBetween(HEAP / 8 - (4 << 20), HEAP / 8);
        streams.add(open(9, 9));
        assertThat(streams.get(64).take(BATCH)).isFalse();
        streams.forEach(StreamBudgets.OfStream::end);
        assertThat(budgets.held()).isZero();
        assertThat(takenBy(open(0, 1_000))).isEqualTo(one);
    }

    @Test
    void whatWasAnsweredCanBeTakenAgain() {
        StreamBudgets.OfStream stream = open(0, 1);
        int fitting = stream.fits(BATCH);
        int all = takenBy(stream);
        assertThat(all).isEqualTo(fitting);
        assertThat(stream.fits(BATCH)).isZero();
        stream.giveBack(BATCH);
        assertThat(stream.fits(BATCH)).isEqualTo(1);
        assertThat(stream.take(BATCH)).isTrue();
        assertThat(stream.take(BATCH)).isFalse();
        for (int i = 0; i < all; i++) {
            stream.giveBack(BATCH);
        }
        stream.end();
        assertThat(budgets.held()).isZero();
    }

    /** Streams without a batch hold memory too: one client's leave room for those of others. */
    @Test
    void aClientHasSoManyStreamsAndNoMore() {
        List<StreamBudgets.OfStream> streams = new ArrayList<>();
        for (int port = 0; budgets.held() < HEAP / 16 - (1 << 20); port++) {
            for (int i = 0; i < 256; i++) {
                streams.add(open(7, port));
            }
        }
        while (true) {
            StreamBudgets.OfStream another = budgets.open(7L, connection(9_999));
            if (another == null) {
                break;
            }
            streams.add(another);
        }
        assertThat(budgets.held()).isLessThanOrEqualTo(HEAP / 16);
        assertThat(open(8, 10_000).take(BATCH)).isTrue();
        streams.forEach(StreamBudgets.OfStream::end);
        open(7, 1);
    }

    @Test
    void referencesCount() {
        assertThat(StreamBudgets.bytes(100, 100)).isGreaterThan(StreamBudgets.bytes(100, 0) + 100 * 128);
    }
}
