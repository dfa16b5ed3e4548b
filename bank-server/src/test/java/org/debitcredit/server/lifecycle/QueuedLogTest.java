package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class QueuedLogTest {

    private static final int DROPPED = 100;

    private final LoggerContext context = new LoggerContext();
    private final Logger logger = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final StoppedReader output = new StoppedReader();

    @BeforeEach
    void logToIt() {
        context.setMDCAdapter(new LogbackMDCAdapter());
        output.setContext(context);
        output.start();
        logger.addAppender(output);
        QueuedLog.putBefore(logger);
    }

    @AfterEach
    void stop() {
        output.reading.release();
        context.stop();
    }

    @Test
    void aReaderThatHasStoppedHoldsNobodyUpAndTheLossIsTold() throws InterruptedException {
        logger.info("line 0");
        output.waiting.await();
        for (int line = 1; line <= QueuedLog.LINES_MAX + DROPPED; line++) {
            logger.info("line {}", line);
        }
        assertThat(output.lines).isEmpty();
        output.reading.release();
        int written = 1 + QueuedLog.LINES_MAX;
        await().until(() -> output.lines.size() == written);
        logger.info("the next line");
        await().until(() -> output.lines.size() == written + 2);
        assertThat(output.lines.get(written - 1)).isEqualTo("line " + QueuedLog.LINES_MAX);
        assertThat(output.lines.subList(written, written + 2))
                .containsExactly(
                        "at least " + DROPPED
                                + " lines were dropped here, because the log could not be written as fast as they "
                                + "came",
                        "the next line");
    }

    @Test
    void theEndOfTheProcessWritesWhatIsQueued() {
        logger.info("first");
        logger.info("last");
        output.reading.release();
        QueuedLog.finish(logger);
        assertThat(output.lines).containsExactly("first", "last");
        logger.info("later");
        assertThat(output.lines).as("without a queue").endsWith("later");
    }

    @Test
    void theEndOfTheProcessDoesNotWaitForAReaderThatHasStopped() throws InterruptedException {
        logger.info("line");
        output.waiting.await();
        QueuedLog.finish(logger);
        logger.info("a line that nobody waits for");
        assertThat(output.lines).isEmpty();
    }

    @Test
    void anOutputHasOneQueue() {
        Appender<ILoggingEvent> queue = logger.iteratorForAppenders().next();
        QueuedLog.putBefore(logger);
        assertThat(logger.iteratorForAppenders()).toIterable().containsExactly(queue);
    }

    /** Writes nothing until somebody reads. */
    private static final class StoppedReader extends AppenderBase<ILoggingEvent> {

        final CountDownLatch waiting = new CountDownLatch(1);
        final Semaphore reading = new Semaphore(0);
        final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent line) {
            waiting.countDown();
            reading.acquireUninterruptibly();
            reading.release();
            lines.add(line.getFormattedMessage());
        }
    }
}
