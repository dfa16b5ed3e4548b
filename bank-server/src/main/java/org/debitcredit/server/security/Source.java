package org.debitcredit.server.security;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The host and the site of an address. */
public final class Source {

    private static final int HOST_BYTES = 8;
    private static final int SITE_BYTES = 6;

    private Source() {}

    /** The address of a connection's other end; null if it has none. */
    public static @Nullable InetAddress address(@Nullable SocketAddress remote) {
        return remote instanceof InetSocketAddress inet ? inet.getAddress() : null;
    }

    /** The address itself; for IPv6 its first 64 bits, because the host can choose the rest (RFC 4291, 2.5.4). */
    public static InetAddress host(InetAddress address) {
        return prefix(address, HOST_BYTES);
    }

    /** The address itself; for IPv6 its first 48 bits, which may belong to one customer (RFC 6177, 2). */
    public static InetAddress site(InetAddress address) {
        return prefix(address, SITE_BYTES);
    }

    private static InetAddress prefix(InetAddress address, int length) {
        if (!(address instanceof Inet6Address) || address.isLoopbackAddress()) {
            return address;
        }
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, length, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
