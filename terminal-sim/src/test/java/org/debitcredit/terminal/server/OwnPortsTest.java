package org.debitcredit.terminal.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OwnPortsTest {

    @Test
    void areBelowThoseOfClientsAndEachGivenOnce() {
        OwnPorts ports = new OwnPorts(new SplittableRandom(1));
        int first = ports.next();
        assertThat(first).isBetween(20_000, 31_999);
        assertThat(ports.next()).isBetween(20_000, 31_999).isNotEqualTo(first);
    }

    @Test
    void aPortInUseIsPassedOver() throws IOException {
        int taken = new OwnPorts(new SplittableRandom(2)).next();
        try (ServerSocket other = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
            assertThat(new OwnPorts(new SplittableRandom(2)).next()).isNotEqualTo(other.getLocalPort());
        }
    }
}
