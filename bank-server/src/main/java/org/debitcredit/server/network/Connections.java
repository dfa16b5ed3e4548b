package org.debitcredit.server.network;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The open connections of both transports: at most so many in all, and at most so many from one address. When all places
 * are taken, a connection from an address that has fewer takes the place of the oldest one from the address that has
 * most, so that one host cannot shut the others out. Safe for use by several threads.
 */
public final class Connections {

    /** Why a connection was not taken, or not kept. */
    public enum Refusal {
        /** Its address has as many as one may have. */
        ADDRESS_FULL,
        /** All places are taken, and no other address has more. */
        ALL_FULL,
        /** It gave its place to another address. */
        DISPLACED
    }

    /** Hears of connections that are refused, on an event loop. */
    @FunctionalInterface
    public interface Observer {
        void refused(InetAddress address, Refusal why);
    }

    private final int max;
    private final int perAddressMax;
    private final Set<InetAddress> proxies;
    private final Observer observer;
    private final Map<InetAddress, LinkedHashSet<Channel>> byAddress = new HashMap<>();
    private int open;

    /**
     * @param max most connections in all
     * @param perAddressMax most from one address; an IPv6 address counts by its first 64 bits, which one host has
     * @param proxies addresses that stand for many clients, and have no bound of their own
     */
    public Connections(int max, int perAddressMax, Set<InetAddress> proxies, Observer observer) {
        this.max = max;
        this.perAddressMax = perAddressMax;
        this.proxies = Set.copyOf(proxies);
        this.observer = observer;
    }

    /** Open connections. */
    public synchronized int open() {
        return open;
    }

    /** Stands in the pipeline of a listening channel, before what accepts; one for each listening channel. */
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

    /** Closes the connection from a remote address and port, if it is open. */
    public void disconnect(SocketAddress remote) {
        List<Channel> found;
        synchronized (this) {
            found = byAddress.getOrDefault(address(remote), new LinkedHashSet<>()).stream()
                    .filter(channel -> remote.equals(channel.remoteAddress()))
                    .toList();
        }
        found.forEach(Connections::drop);
    }

    /** Closes a connection at once: HTTP/2 would first wait for its streams, and a client need not end them. */
    private static void drop(Channel channel) {
        channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
    }

    boolean admit(Channel accepted, InetAddress address) {
        Channel displaced = null;
        Refusal refusal = null;
        InetAddress displacedFrom = address;
        synchronized (this) {
            LinkedHashSet<Channel> own = byAddress.getOrDefault(address, new LinkedHashSet<>());
            if (own.size() >= perAddressMax && !proxies.contains(address)) {
                refusal = Refusal.ADDRESS_FULL;
            } else if (open >= max) {
                Optional<Map.Entry<InetAddress, LinkedHashSet<Channel>>> most = byAddress.entrySet().stream()
                        .max(Comparator.comparingInt(entry -> entry.getValue().size()));
                if (most.isPresent() && most.get().getValue().size() > own.size() + 1) {
                    displaced = most.get().getValue().iterator().next();
                    displacedFrom = most.get().getKey();
                    remove(displaced, displacedFrom);
                } else {
                    refusal = Refusal.ALL_FULL;
                }
            }
            if (refusal == null) {
                own.add(accepted);
                byAddress.put(address, own);
                open++;
            }
        }
        if (refusal != null) {
            observer.refused(address, refusal);
            return false;
        }
        if (displaced != null) {
            observer.refused(displacedFrom, Refusal.DISPLACED);
            drop(displaced);
        }
        accepted.closeFuture().addListener(closed -> remove(accepted, address));
        return true;
    }

    private synchronized void remove(Channel closed, InetAddress address) {
        LinkedHashSet<Channel> others = byAddress.get(address);
        if (others == null || !others.remove(closed)) {
            return;
        }
        open--;
        if (others.isEmpty()) {
            byAddress.remove(address);
        }
    }

    private static InetAddress address(SocketAddress remote) {
        InetAddress address =
                remote instanceof InetSocketAddress inet ? inet.getAddress() : InetAddress.getLoopbackAddress();
        return Source.of(address);
    }
}
