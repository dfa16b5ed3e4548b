package org.debitcredit.server.network;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Which host an address belongs to. */
final class Source {

    private static final int IPV6_HOST_BYTES = 8;

    private Source() {}

    /** The address itself; of IPv6 its first 64 bits, because the rest is the host's own to choose (RFC 4291, 2.5.4). */
    static InetAddress of(InetAddress address) {
        if (!(address instanceof Inet6Address) || address.isLoopbackAddress()) {
            return address;
        }
        byte[] bytes = address.getAddress();
        Arrays.fill(bytes, IPV6_HOST_BYTES, bytes.length, (byte) 0);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
