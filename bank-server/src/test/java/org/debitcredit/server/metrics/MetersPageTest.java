package org.debitcredit.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class MetersPageTest {

    private final AtomicInteger made = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final MetersPage pages = new MetersPage(registry, PrometheusConfig.DEFAULT);

    /** The meter shows how many pages were made. */
    private MetricSnapshot meter() {
        int number = made.incrementAndGet();
        begun.countDown();
        try {
            mayEnd.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return GaugeSnapshot.builder()
                .name("pages")
                .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .value(number)
                        .build())
                .build();
    }

    private String page(@Nullable Set<String> names) {
        return new String(pages.scrape(null, names).getBody(), StandardCharsets.UTF_8);
    }

    private static Thread start(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    @Test
    void requestsThatComeWhileAPageIsMadeShareTheNextOne() throws Exception {
        registry.register(this::meter);
        FutureTask<String> first = new FutureTask<>(() -> page(null));
        start(first);
        begun.await();
        List<FutureTask<String>> later = new ArrayList<>();
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            later.add(new FutureTask<>(() -> page(null)));
            waiting.add(start(later.get(i)));
        }
        await().until(() -> waiting.stream().allMatch(thread -> thread.getState() == Thread.State.BLOCKED));
        mayEnd.countDown();
        assertThat(first.get(5, TimeUnit.SECONDS)).contains("pages 1.0");
        for (FutureTask<String> page : later) {
            assertThat(page.get(5, TimeUnit.SECONDS)).contains("pages 2.0");
        }
        assertThat(made).hasValue(2);
    }

    @Test
    void aPageIsNeverOlderThanItsRequest() {
        registry.register(this::meter);
        mayEnd.countDown();
        assertThat(page(null)).contains("pages 1.0");
        assertThat(page(null)).contains("pages 2.0");
        assertThat(page(Set.of("others"))).doesNotContain("pages");
    }
}
