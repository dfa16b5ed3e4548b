package org.debitcredit.server.metrics;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusOutputFormat;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusScrapeEndpoint;

/**
 * The page {@code /actuator/prometheus}. One page is made at a time, and it answers all requests that came before it
 * was begun, so that many requests at once take the processor time and the memory of a few pages. For use by all
 * threads.
 */
@WebEndpoint(id = "prometheus")
public class MetersPage extends PrometheusScrapeEndpoint {

    private final Object making = new Object();
    private final AtomicLong begun = new AtomicLong();
    private @Nullable Page last;

    /** @param number its place in the order in which pages were begun */
    private record Page(
            long number,
            PrometheusOutputFormat format,
            @Nullable Set<String> names,
            WebEndpointResponse<byte[]> content) {

        private boolean answers(long before, PrometheusOutputFormat asked, @Nullable Set<String> ofNames) {
            return number > before && format == asked && Objects.equals(names, ofNames);
        }
    }

    /** Reads the meters of a registry. */
    public MetersPage(PrometheusRegistry registry, PrometheusConfig config) {
        super(registry, config.prometheusProperties());
    }

    /**
     * Makes the page, or waits for one that is begun after this call.
     *
     * @param accepted null if the {@code Accept} header is empty, which allows every format (RFC 9110, 12.5.1)
     * @param includedNames names of the wanted meters; null for all
     */
    @Override
    @ReadOperation(producesFrom = PrometheusOutputFormat.class)
    public WebEndpointResponse<byte[]> scrape(
            @Nullable PrometheusOutputFormat accepted, @Nullable Set<String> includedNames) {
        PrometheusOutputFormat format = accepted == null ? PrometheusOutputFormat.CONTENT_TYPE_004 : accepted;
        long before = begun.get();
        synchronized (making) {
            Page page = last;
            if (page == null || !page.answers(before, format, includedNames)) {
                page = new Page(begun.incrementAndGet(), format, includedNames, super.scrape(format, includedNames));
                last = page;
            }
            return page.content();
        }
    }
}
