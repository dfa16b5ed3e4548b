package org.debitcredit.server.network;

import io.grpc.DecompressorRegistry;
import io.grpc.netty.NettyServerBuilder;
import java.util.concurrent.TimeUnit;
import org.debitcredit.server.settings.NetworkProperties;

/** The limits of gRPC connections, the same for every server of this jar. */
public final class TransportLimits {

    /** The shortest keep-alive interval that a client may use. */
    private static final int KEEP_ALIVE_SECONDS_MIN = 10;

    /** gRPC's own default. */
    private static final int KEEP_ALIVE_TIMEOUT_SECONDS = 20;

    /** A terminal has one call; a gateway has some hundreds. */
    private static final int CALLS_PER_CONNECTION_MAX = 256;

    /**
     * While gRPC queues fewer bytes of answers than this for a stream, it reports the stream as ready, and the answers
     * count as read.
     */
    public static final int QUEUED_BYTES_MAX = 4_096;

    /** gRPC's own default, 8 KiB. */
    private static final int METADATA_BYTES_MAX = 8_192;

    /**
     * Bytes that a connection may send before they are requested. They are in no budget, so this is the initial window
     * of HTTP/2, the smallest one that a connection can have. By default gRPC lets the window grow to 1 MB and more.
     */
    private static final int WINDOW_BYTES = 65_535;

    /**
     * Most resets of calls in {@value #RESET_WINDOW_SECONDS} s. A client resets the calls that it abandons; more resets
     * than this are an attack (CVE-2023-44487).
     */
    private static final int RESETS_PER_SECONDS_MAX = 2_048;

    private static final int RESET_WINDOW_SECONDS = 10;

    private TransportLimits() {}

    /** Sets the limits. Calls run on the event loops. */
    public static void apply(NettyServerBuilder builder, NetworkProperties limits) {
        builder.directExecutor()
                .handshakeTimeout(limits.handshakeMax().toMillis(), TimeUnit.MILLISECONDS)
                .maxConnectionIdle(limits.idleMax().toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTime(limits.sendMax().toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .permitKeepAliveTime(KEEP_ALIVE_SECONDS_MIN, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .maxConcurrentCallsPerConnection(CALLS_PER_CONNECTION_MAX)
                .maxInboundMetadataSize(METADATA_BYTES_MAX)
                .flowControlWindow(WINDOW_BYTES)
                // A compressed message may be far larger than its transferred bytes.
                .decompressorRegistry(DecompressorRegistry.emptyInstance())
                .maxRstFramesPerWindow(RESETS_PER_SECONDS_MAX, RESET_WINDOW_SECONDS);
    }
}
