package org.debitcredit.server.network;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.debitcredit.server.security.Source;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of both transports, limited in total and per host. When the total is reached, a connection from
 * a site that has fewer replaces the oldest one from the site that has most, so that no client can shut others out by
 * using many addresses. Safe for use by several threads.
 */
public final class Connections {

    /** The reason why a connection was refused or closed. */
    public enum Refusal {
        /** Its host has reached the limit per host. */
        ADDRESS_FULL,
        /** The total is reached, and no other site has more, or many displaced connections are not closed yet. */
        ALL_FULL,
        /** It was closed to make room for another site. */
        DISPLACED,
        /** Its client behaved as no well-behaved client does. */
        MISBEHAVED
    }

    /** Is called for each connection that is refused or closed, by any thread. */
    @FunctionalInterface
    public interface Observer {
        void refused(InetAddress address, Refusal why);
    }

    /**
     * Most connections that have been displaced and are not closed yet. Until their event loops close them, they have
     * descriptors beyond the total.
     */
    private static final int LEAVING_MAX = ConnectionCapacity.KEPT / 2;

    private final int max;
    private final int perAddressMax;
    private final Set<InetAddress> proxies;
    private final Observer observer;
    private final Map<Channel, InetSocketAddress> addresses = new HashMap<>();
    /**
     * The open connections from each remote address and port. There are two if a client uses one port for both
     * listening channels.
     */
    private final Map<InetSocketAddress, List<Channel>> byRemote = new HashMap<>();

    /** The displaced connections that are not closed yet. */
    private final Set<Channel> leaving = new HashSet<>();

    private final Map<InetAddress, Integer> ofHost = new HashMap<>();
    /** The connections of each site except the proxies, the oldest one first. */
    private final Map<InetAddress, LinkedHashSet<Channel>> ofSite = new HashMap<>();
    /** The same sites, by how many connections they have. */
    private final NavigableMap<Integer, LinkedHashSet<InetAddress>> sitesBySize = new TreeMap<>();

    /**
     * @param max most connections in all
     * @param perAddressMax most from one host; of IPv6, one that has the first 64 bits of its addresses
     * @param proxies addresses that represent many clients, have no limit per host, and are not replaced
     */
    public Connections(int max, int perAddressMax, Set<InetAddress> proxies, Observer observer) {
        this.max = max;
        this.perAddressMax = perAddressMax;
        this.proxies = Set.copyOf(proxies);
        this.observer = observer;
    }

    /** Open connections. */
    public synchronized int open() {
        return addresses.size();
    }

    /** Most connections in all. */
    public int max() {
        return max;
    }

    /** Handler in the pipeline of a listening channel, before the acceptor; one for each listening channel. */
    public ChannelHandler gate() {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                Channel accepted = (Channel) message;
                if (admit(accepted, address(accepted.remoteAddress()))) {
                    ctx.fireChannelRead(accepted);
                } else {
                    accepted.unsafe().closeForcibly();
                }
            }
        };
    }

    /**
     * Closes the connection from a remote address and port, if it is open; a proxy's stays open, because it carries
     * other clients' requests. Returns whether a connection was closed.
     */
    public boolean disconnect(SocketAddress remote) {
        InetSocketAddress from = address(remote);
        List<Channel> found;
        synchronized (this) {
            found = proxies.contains(from.getAddress()) ? List.of() : byRemote.getOrDefault(from, List.of());
        }
        for (Channel channel : found) {
            drop(channel);
            observer.refused(from.getAddress(), Refusal.MISBEHAVED);
        }
        return !found.isEmpty();
    }

    /** Closes a connection that holds too much, even a proxy's. */
    void disconnect(Channel channel) {
        drop(channel);
        observer.refused(host(channel), Refusal.MISBEHAVED);
    }

    /** Closes a connection at once: HTTP/2 would first wait for its streams, and a client need not end them. */
    private static void drop(Channel channel) {
        if (channel.eventLoop().inEventLoop()) {
            channel.unsafe().close(channel.voidPromise());
        } else {
            channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
        }
    }

    boolean admit(Channel accepted, InetSocketAddress from) {
        InetAddress address = from.getAddress();
        Refusal refusal = null;
        Channel displaced = null;
        InetAddress displacedFrom = null;
        synchronized (this) {
            if (!proxies.contains(address) && ofHost.getOrDefault(Source.host(address), 0) >= perAddressMax) {
                refusal = Refusal.ADDRESS_FULL;
            } else if (addresses.size() >= max) {
                displaced = leaving.size() < LEAVING_MAX ? oldestOfMost(address) : null;
                refusal = displaced == null ? Refusal.ALL_FULL : null;
                displacedFrom = displaced == null
                        ? null
                        : Objects.requireNonNull(addresses.get(displaced)).getAddress();
            }
            if (displaced != null) {
                remove(displaced);
                leaving.add(displaced);
            }
            if (refusal == null) {
                add(accepted, from);
            }
        }
        if (refusal != null) {
            observer.refused(address, refusal);
            return false;
        }
        if (displaced != null && displacedFrom != null) {
            observer.refused(displacedFrom, Refusal.DISPLACED);
            drop(displaced);
        }
        accepted.closeFuture().addListener(closed -> remove(accepted));
        return true;
    }

    /** The oldest connection of the site that has most; null if that site has at most one more than this one. */
    private @Nullable Channel oldestOfMost(InetAddress address) {
        Map.Entry<Integer, LinkedHashSet<InetAddress>> most = sitesBySize.lastEntry();
        int own = proxies.contains(address) ? 0 : sizeOf(Source.site(address));
        if (most == null || most.getKey() <= own + 1) {
            return null;
        }
        InetAddress site = most.getValue().iterator().next();
        return ofSite.getOrDefault(site, new LinkedHashSet<>()).iterator().next();
    }

    private int sizeOf(InetAddress site) {
        return ofSite.getOrDefault(site, new LinkedHashSet<>()).size();
    }

    private void add(Channel channel, InetSocketAddress from) {
        InetAddress address = from.getAddress();
        addresses.put(channel, from);
        byRemote.merge(
                from,
                List.of(channel),
                (first, second) ->
                        Stream.concat(first.stream(), second.stream()).toList());
        if (!proxies.contains(address)) {
            InetAddress site = Source.site(address);
            ofHost.merge(Source.host(address), 1, Integer::sum);
            resize(site, sizeOf(site), sizeOf(site) + 1);
            ofSite.computeIfAbsent(site, first -> new LinkedHashSet<>()).add(channel);
        }
    }

    private synchronized void remove(Channel channel) {
        leaving.remove(channel);
        InetSocketAddress from = addresses.remove(channel);
        if (from == null) {
            return;
        }
        InetAddress address = from.getAddress();
        byRemote.computeIfPresent(from, (same, channels) -> {
            List<Channel> left =
                    channels.stream().filter(other -> other != channel).toList();
            return left.isEmpty() ? null : left;
        });
        if (proxies.contains(address)) {
            return;
        }
        InetAddress site = Source.site(address);
        ofHost.computeIfPresent(Source.host(address), (host, count) -> count == 1 ? null : count - 1);
        resize(site, sizeOf(site), sizeOf(site) - 1);
        ofSite.computeIfPresent(site, (same, channels) -> {
            channels.remove(channel);
            return channels.isEmpty() ? null : channels;
        });
    }

    private void resize(InetAddress site, int from, int to) {
        sitesBySize.computeIfPresent(from, (size, sites) -> {
            sites.remove(site);
            return sites.isEmpty() ? null : sites;
        });
        if (to > 0) {
            sitesBySize.computeIfAbsent(to, first -> new LinkedHashSet<>()).add(site);
        }
    }

    /** The address that a connection is from. */
    static InetAddress host(Channel channel) {
        return address(channel.remoteAddress()).getAddress();
    }

    private static InetSocketAddress address(SocketAddress remote) {
        return remote instanceof InetSocketAddress inet
                ? inet
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }
}
