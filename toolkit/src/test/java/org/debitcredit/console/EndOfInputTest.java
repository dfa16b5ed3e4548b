package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EndOfInputTest {

    private final CountDownLatch ended = new CountDownLatch(1);

    @Test
    void anInputThatEndsEndsTheServiceWhateverItHolds() {
        new EndOfInput(new ByteArrayInputStream(new byte[100]), ended::countDown).run();
        assertThat(ended.getCount()).isZero();
    }

    @Test
    void theServiceGoesOnUntilTheInputEnds() throws IOException, InterruptedException {
        PipedOutputStream held = new PipedOutputStream();
        Thread watch = new Thread(new EndOfInput(new PipedInputStream(held), ended::countDown));
        watch.start();
        held.write(1);
        assertThat(ended.await(200, TimeUnit.MILLISECONDS)).isFalse();
        held.close();
        assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
        watch.join();
    }
}
