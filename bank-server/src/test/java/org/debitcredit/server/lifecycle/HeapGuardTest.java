package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(60)
class HeapGuardTest {

    private static final long MAX = 1_000L << 20;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final List<String> told = new ArrayList<>();
    private volatile int percent;
    private HeapGuard guard = guard(() -> {}, HeapGuard.COLLECT_EVERY);

    private HeapGuard guard(Runnable collect, Duration every) {
        return new HeapGuard(
                () -> new HeapUse("Old", percent * (MAX / 100), MAX),
                full -> told.add(String.valueOf(full)),
                collect,
                every);
    }

    @BeforeEach
    void listen() {
        log.start();
        ((Logger) LoggerFactory.getLogger(HeapGuard.class)).addAppender(log);
    }

    @AfterEach
    void close() {
        guard.close();
        ((Logger) LoggerFactory.getLogger(HeapGuard.class)).detachAppender(log);
    }

    private void see(int... percents) {
        for (int each : percents) {
            percent = each;
            guard.look();
        }
    }

    private List<String> warnings() {
        return log.list.stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void above80PercentThereIsOneWarningWithFiguresUntilItHasFallen() {
        see(10, 80);
        assertThat(warnings()).isEmpty();
        see(81, 85, 78, 82, 90);
        assertThat(warnings())
                .singleElement()
                .asString()
                .contains("81 % of the heap", "810 of 1000 MiB (Old)", "95 %", "-Xmx");
        see(74, 81);
        assertThat(warnings()).hasSize(2);
        assertThat(told).isEmpty();
    }

    @Test
    void above95PercentItIsFullUntilItHasFallen() {
        see(95);
        assertThat(told).isEmpty();
        see(96, 99, 92);
        assertThat(told).singleElement().asString().contains("96 % of the heap");
        see(89);
        assertThat(told).hasSize(2).last().isEqualTo("null");
        see(94);
        assertThat(told).hasSize(2);
    }

    /** Nobody sends requests to a service that is not ready, and without them there may be no collection. */
    @Test
    void whileItIsFullACollectionIsAskedForAndNoLonger() throws InterruptedException {
        CountDownLatch collected = new CountDownLatch(2);
        guard = guard(
                () -> {
                    percent = collected.getCount() == 1 ? 50 : 96;
                    guard.look();
                    collected.countDown();
                },
                Duration.ofMillis(1));
        see(96);
        collected.await();
        assertThat(told).hasSize(2).last().isEqualTo("null");
    }

    @Test
    void aHeapThatFillsAgainAndAgainIsCollectedByOneThread() throws InterruptedException {
        Set<Thread> collecting = ConcurrentHashMap.newKeySet();
        CountDownLatch collected = new CountDownLatch(4);
        guard = guard(
                () -> {
                    collecting.add(Thread.currentThread());
                    collected.countDown();
                },
                Duration.ofMillis(300));
        see(96, 50, 96, 50, 96);
        collected.await();
        assertThat(collecting).hasSize(1);
    }

    /** Small JVMs of their own, filled with what lives, see so by their own collections. */
    @Test
    void anyCollectorShowsThatTheHeapFillsAndThatItIsFreeAgain() throws IOException {
        Map<String, Process> children = new LinkedHashMap<>();
        try {
            for (String collector : List.of("Serial", "Parallel", "G1", "Z")) {
                children.put(collector, fill(collector));
            }
            for (Map.Entry<String, Process> child : children.entrySet()) {
                String output = new String(child.getValue().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(output)
                        .as(child.getKey())
                        .containsSubsequence("WARN", "is not ready until", "full: ", "free again")
                        .doesNotContain("OutOfMemoryError");
                if (child.getKey().equals("G1")) {
                    assertThat(output).as("before it is full").containsPattern("WARN .*HeapGuard.* (8\\d|9[0-4]) % of");
                }
            }
        } finally {
            children.values().forEach(Process::destroyForcibly);
        }
    }

    private static Process fill(String collector) throws IOException {
        return new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        "-XX:+Use" + collector + "GC",
                        "-XX:TieredStopAtLevel=1",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        HeapFiller.class.getName())
                .redirectErrorStream(true)
                .start();
    }
}
