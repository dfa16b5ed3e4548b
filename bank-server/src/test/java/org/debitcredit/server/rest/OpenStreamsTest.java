package org.debitcredit.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class OpenStreamsTest {

    private final OpenStreams streams = new OpenStreams(new SimpleMeterRegistry());

    @Test
    void a_client_has_eight_and_gets_one_again_when_one_ends() {
        OpenStreams.Viewer one = OpenStreams.viewer(1, InetAddress.getLoopbackAddress());
        for (int i = 0; i < OpenStreams.PER_CLIENT_MAX; i++) {
            assertThat(streams.begin(one)).isTrue();
        }
        assertThat(streams.begin(one)).isFalse();
        assertThat(streams.begin(OpenStreams.viewer(2, InetAddress.getLoopbackAddress())))
                .isTrue();
        streams.end(one);
        assertThat(streams.begin(one)).isTrue();
        assertThat(streams.open()).isEqualTo(OpenStreams.PER_CLIENT_MAX + 1);
    }

    @Test
    void without_tokens_each_host_is_a_client() throws Exception {
        OpenStreams.Viewer here = OpenStreams.viewer(0, InetAddress.getByName("127.0.0.1"));
        OpenStreams.Viewer there = OpenStreams.viewer(0, InetAddress.getByName("127.0.0.2"));
        assertThat(here).isNotEqualTo(there);
        assertThat(OpenStreams.viewer(0, InetAddress.getByName("2001:db8::1")))
                .isEqualTo(OpenStreams.viewer(0, InetAddress.getByName("2001:db8::2")));
    }

    @Test
    void all_together_have_sixty_four() {
        for (int i = 0; i < OpenStreams.MAX; i++) {
            assertThat(streams.begin(OpenStreams.viewer(i + 1, null))).isTrue();
        }
        assertThat(streams.begin(OpenStreams.viewer(-1, null))).isFalse();
    }
}
