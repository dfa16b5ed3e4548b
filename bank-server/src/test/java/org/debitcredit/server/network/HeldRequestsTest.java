package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldRequestsTest {

    private final HeldRequests requests = new HeldRequests(1_000);
    private final List<String> ended = new ArrayList<>();

    private HeldRequests.OfConnection of(String host, String name) throws UnknownHostException {
        return requests.of(InetAddress.getByName(host), () -> ended.add(name));
    }

    @Test
    void whoeverHoldsMostIsEndedAndNotWhoeverAsksForMore() throws UnknownHostException {
        HeldRequests.OfConnection large = of("10.0.0.1", "large");
        HeldRequests.OfConnection small = of("10.0.0.2", "small");
        large.add(900);
        small.add(100);
        assertThat(ended).isEmpty();
        small.add(1);
        assertThat(ended).containsExactly("large");
        assertThat(requests.held()).isEqualTo(101);
        large.add(5_000);
        assertThat(requests.held()).as("it is over").isEqualTo(101);
        small.add(-101);
        assertThat(requests.held()).isZero();
    }

    /** Many connections that hold a little each do not end the one that holds most. */
    @Test
    void theHostThatHoldsMostIsTheOneThatIsCut() throws UnknownHostException {
        HeldRequests.OfConnection honest = of("10.0.0.2", "honest");
        honest.add(200);
        for (int i = 0; i < 9; i++) {
            of("10.0.0.1", "hostile " + i).add(90);
        }
        assertThat(ended).hasSize(1).allMatch(name -> name.startsWith("hostile"));
        honest.add(80);
        assertThat(ended).hasSize(1);
        honest.add(10);
        assertThat(ended).hasSize(2).allMatch(name -> name.startsWith("hostile"));
    }

    @Test
    void anIpv6HostIsItsFirst64Bits() throws UnknownHostException {
        of("2001:db8:0:1::1", "one").add(400);
        of("2001:db8:0:1::2", "two").add(300);
        of("10.0.0.1", "other").add(500);
        assertThat(ended).containsExactly("one");
    }
}
