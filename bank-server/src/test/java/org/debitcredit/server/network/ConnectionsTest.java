package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.local.LocalChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionsTest {

    private final List<String> refused = new ArrayList<>();
    private int port = 40_000;

    private Connections connections(int max, int perAddressMax, String... proxies) throws UnknownHostException {
        InetAddress[] addresses = new InetAddress[proxies.length];
        for (int i = 0; i < proxies.length; i++) {
            addresses[i] = InetAddress.getByName(proxies[i]);
        }
        return new Connections(
                max,
                perAddressMax,
                Set.of(addresses),
                (address, why) -> refused.add(why + " " + address.getHostAddress()));
    }

    private EmbeddedChannel from(Connections connections, String address) throws UnknownHostException {
        EmbeddedChannel channel = new EmbeddedChannel();
        if (!connections.admit(channel, new InetSocketAddress(InetAddress.getByName(address), ++port))) {
            channel.close();
        }
        channel.runPendingTasks();
        return channel;
    }

    @Test
    void aHostHasSoManyAndNoMoreAndGetsAPlaceBack() throws UnknownHostException {
        Connections connections = connections(10, 2);
        EmbeddedChannel first = from(connections, "10.0.0.1");
        from(connections, "10.0.0.1");
        assertThat(from(connections, "10.0.0.1").isOpen()).isFalse();
        assertThat(refused).containsExactly("ADDRESS_FULL 10.0.0.1");
        first.close();
        assertThat(from(connections, "10.0.0.1").isOpen()).isTrue();
        assertThat(connections.open()).isEqualTo(2);
    }

    @Test
    void anIpv6HostIsItsFirst64BitsWhateverFollows() throws UnknownHostException {
        Connections connections = connections(10, 2);
        from(connections, "2001:db8:0:1::1");
        from(connections, "2001:db8:0:1::2");
        assertThat(from(connections, "2001:db8:0:1:ffff::3").isOpen()).isFalse();
        assertThat(from(connections, "2001:db8:0:2::1").isOpen()).isTrue();
    }

    /** Until they are closed they have descriptors, of which only some are kept for files. */
    @Test
    void aNewcomerIsRefusedWhileManyDisplacedConnectionsAreNotClosedYet() throws Exception {
        int places = 200;
        Connections connections = connections(places, places);
        DefaultEventLoop busy = new DefaultEventLoop();
        CountDownLatch served = new CountDownLatch(1);
        for (int i = 0; i < places; i++) {
            LocalChannel hostile = new LocalChannel();
            busy.register(hostile).sync();
            connections.admit(hostile, new InetSocketAddress(InetAddress.getByName("10.0.0.1"), i));
        }
        busy.execute(() -> {
            try {
                served.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        for (int i = 0; i < ConnectionCapacity.KEPT / 2; i++) {
            assertThat(from(connections, "10.0.1." + i).isOpen()).isTrue();
        }
        assertThat(from(connections, "10.0.2.1").isOpen()).isFalse();
        assertThat(refused).last().isEqualTo("ALL_FULL 10.0.2.1");
        served.countDown();
        busy.submit(() -> {}).sync();
        assertThat(from(connections, "10.0.2.1").isOpen()).isTrue();
        busy.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }

    @Test
    void whenAllPlacesAreTakenTheOldestOfWhoeverHasMostGivesItsOwn() throws UnknownHostException {
        Connections connections = connections(4, 4);
        EmbeddedChannel oldest = from(connections, "10.0.0.1");
        from(connections, "10.0.0.1");
        from(connections, "10.0.0.1");
        from(connections, "10.0.0.2");
        EmbeddedChannel newcomer = from(connections, "10.0.0.3");
        oldest.runPendingTasks();
        assertThat(newcomer.isOpen()).isTrue();
        assertThat(oldest.isOpen()).isFalse();
        assertThat(refused).containsExactly("DISPLACED 10.0.0.1");
        assertThat(connections.open()).isEqualTo(4);
        from(connections, "10.0.0.4");
        assertThat(from(connections, "10.0.0.5").isOpen())
                .as("nobody has two more")
                .isFalse();
        assertThat(refused).last().isEqualTo("ALL_FULL 10.0.0.5");
    }

    /** One who has a whole site of IPv6 has more hosts than there are places. */
    @Test
    void aSiteOfManyHostsKeepsNobodyOut() throws UnknownHostException {
        Connections connections = connections(100, 50);
        for (int host = 0; host < 100; host++) {
            from(connections, "2001:db8:7:" + Integer.toHexString(host) + "::1");
        }
        assertThat(connections.open()).isEqualTo(100);
        assertThat(from(connections, "10.0.0.1").isOpen()).isTrue();
        assertThat(from(connections, "2001:db8:8::1").isOpen()).isTrue();
        assertThat(connections.open()).isEqualTo(100);
    }

    @Test
    void aProxyHasNoBoundOfItsOwnAndGivesNoPlaceToOthers() throws UnknownHostException {
        Connections connections = connections(6, 2, "2001:db8::7");
        List<EmbeddedChannel> proxied = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            proxied.add(from(connections, "2001:db8::7"));
        }
        from(connections, "10.0.0.1");
        from(connections, "10.0.0.3");
        assertThat(from(connections, "10.0.0.2").isOpen()).isFalse();
        proxied.forEach(EmbeddedChannel::runPendingTasks);
        assertThat(proxied).allSatisfy(channel -> assertThat(channel.isOpen()).isTrue());
        assertThat(connections.disconnect(new InetSocketAddress("2001:db8::7", 40_001)))
                .isFalse();
    }

    @Test
    void aConnectionIsClosedByItsAddressAndPort() throws UnknownHostException {
        Connections connections = connections(6, 6);
        EmbeddedChannel one = from(connections, "10.0.0.1");
        EmbeddedChannel other = from(connections, "10.0.0.1");
        assertThat(connections.disconnect(new InetSocketAddress("10.0.0.1", 40_001)))
                .isTrue();
        assertThat(one.isOpen()).isFalse();
        assertThat(other.isOpen()).isTrue();
        assertThat(refused).containsExactly("MISBEHAVED 10.0.0.1");
        assertThat(connections.disconnect(new InetSocketAddress("10.0.0.1", 40_001)))
                .isFalse();
    }
}
