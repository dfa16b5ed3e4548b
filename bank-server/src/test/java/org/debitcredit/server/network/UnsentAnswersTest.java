package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnsentAnswersTest {

    private static final long SECOND = 1_000_000_000;

    private long nowNanos;
    private final UnsentAnswers answers = new UnsentAnswers(1_000, () -> nowNanos);
    private final List<String> ended = new ArrayList<>();

    private UnsentAnswers.OfConnection of(String host, String name) throws UnknownHostException {
        return answers.of(ImmediateEventExecutor.INSTANCE, InetAddress.getByName(host), () -> ended.add(name));
    }

    @Test
    void whoeverHoldsLongestIsEndedAndNotWhoeverNeedsMore() throws UnknownHostException {
        UnsentAnswers.OfConnection notReading = of("10.0.0.1", "not reading");
        notReading.set(500);
        nowNanos += SECOND;
        UnsentAnswers.OfConnection reading = of("10.0.0.2", "reading");
        reading.set(501);
        assertThat(ended).containsExactly("not reading");
        assertThat(answers.held()).isEqualTo(501);
        notReading.set(5_000);
        assertThat(answers.held()).as("it is over").isEqualTo(501);
        reading.set(0);
        assertThat(answers.held()).isZero();
    }

    /** Many hosts that hold less each than the answer of another one takes for a moment. */
    @Test
    void aMomentOfManyBytesCountsLessThanALongTimeOfFew() throws UnknownHostException {
        for (int host = 1; host <= 9; host++) {
            of("10.0.0." + host, "hostile " + host).set(100);
            nowNanos += SECOND;
        }
        of("10.0.1.1", "reading").set(600);
        assertThat(ended).containsExactly("hostile 1", "hostile 2", "hostile 3", "hostile 4", "hostile 5");
    }

    @Test
    void theHostThatHoldsMostIsTheOneThatIsCut() throws UnknownHostException {
        of("10.0.0.2", "slow").set(200);
        for (int i = 0; i < 9; i++) {
            nowNanos += SECOND;
            of("10.0.0.1", "hostile " + i).set(100);
        }
        assertThat(ended).containsExactly("hostile 0");
    }

    @Test
    void aConnectionThatTakesSomethingBeginsAnew() throws UnknownHostException {
        UnsentAnswers.OfConnection slow = of("10.0.0.1", "slow");
        slow.set(800);
        of("10.0.0.2", "hostile").set(100);
        nowNanos += SECOND;
        slow.set(700);
        of("10.0.0.3", "reading").set(300);
        assertThat(ended).containsExactly("hostile");
    }

    @Test
    void anAnswerThatIsLargerThanTheShareEndsItsConnection() throws UnknownHostException {
        of("10.0.0.1", "large").set(1_001);
        assertThat(ended).containsExactly("large");
        assertThat(answers.held()).isZero();
    }

    @Test
    void eachEventLoopHasItsShare() throws Exception {
        EventExecutor other = new DefaultEventExecutor();
        try {
            of("10.0.0.1", "here").set(900);
            other.submit(() -> answers.of(other, InetAddress.getLoopbackAddress(), () -> ended.add("there"))
                            .set(900))
                    .get();
            assertThat(ended).isEmpty();
            assertThat(answers.held()).isEqualTo(1_800);
        } finally {
            other.shutdownGracefully();
        }
    }
}
