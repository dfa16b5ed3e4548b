package org.debitcredit.server.lifecycle;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.spi.AppenderAttachable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Puts a queue before each output of the log, so that no thread of the bank waits for it. Otherwise a reader of
 * standard error that has stopped reading, or a hanging disk under the log file, would stop the writer at its next
 * line. When the queue is full, lines are dropped, and a later line says how many.
 */
public final class QueuedLog implements ApplicationListener<ApplicationPreparedEvent> {

    static final int LINES_MAX = 4_096;

    /** How long the end of the process waits for the lines that are still in a queue. */
    private static final int FLUSH_MILLIS_MAX = 1_000;

    /** After the logging system has read its configuration. */
    @Override
    public void onApplicationEvent(ApplicationPreparedEvent event) {
        putBefore(outputs());
    }

    /** Writes what is still in the queues, for a limited time, and removes the queues. */
    public static void finish() {
        finish(outputs());
    }

    /** Ends the process at once, after writing what is still in the queues, for a limited time. */
    public static void halt(int status) {
        try {
            finish(outputs());
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }

    private static Logger outputs() {
        return ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    static void putBefore(Logger logger) {
        for (Appender<ILoggingEvent> output : appendersOf(logger)) {
            if (output instanceof Queue) {
                continue;
            }
            Queue queue = new Queue();
            queue.setContext(logger.getLoggerContext());
            queue.setName(output.getName() + "-queue");
            queue.setQueueSize(LINES_MAX);
            queue.setDiscardingThreshold(0);
            queue.setNeverBlock(true);
            queue.setMaxFlushTime(FLUSH_MILLIS_MAX);
            queue.addAppender(output);
            queue.start();
            logger.addAppender(queue);
            logger.detachAppender(output);
        }
    }

    static void finish(Logger logger) {
        for (Appender<ILoggingEvent> appender : appendersOf(logger)) {
            if (appender instanceof Queue queue) {
                List<Appender<ILoggingEvent>> outputs = appendersOf(queue);
                queue.stop();
                logger.detachAppender(queue);
                // The queue has stopped its outputs, except one that is still being written to. Nobody must wait for
                // that one.
                outputs.stream().filter(output -> !output.isStarted()).forEach(output -> {
                    output.start();
                    logger.addAppender(output);
                });
            }
        }
    }

    private static List<Appender<ILoggingEvent>> appendersOf(AppenderAttachable<ILoggingEvent> logger) {
        List<Appender<ILoggingEvent>> appenders = new ArrayList<>();
        logger.iteratorForAppenders().forEachRemaining(appenders::add);
        return appenders;
    }

    private static final class Queue extends AsyncAppender {

        private final AtomicLong dropped = new AtomicLong();

        @Override
        protected void append(ILoggingEvent line) {
            int room = getRemainingCapacity();
            if (room == 0) {
                dropped.incrementAndGet();
                return;
            }
            if (dropped.get() > 0 && room > LINES_MAX / 2) {
                reportDropped();
            }
            super.append(line);
        }

        private void reportDropped() {
            long lines = dropped.getAndSet(0);
            if (lines > 0) {
                Logger logger = ((LoggerContext) getContext()).getLogger(QueuedLog.class);
                super.append(new LoggingEvent(
                        QueuedLog.class.getName(),
                        logger,
                        Level.WARN,
                        "at least " + lines
                                + " lines were dropped here, because the log could not be written as fast as they came",
                        null,
                        null));
            }
        }
    }
}
