package org.debitcredit.server.grpc;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * Streams that are reset by their first frame, because a header is wrong. The client may have sent more frames of the
 * stream by then (RFC 9113, 5.1). Netty would take them for an error of the connection, and end its other calls too,
 * which on a proxy's connection belong to other clients. Calls beyond the limit of a connection are not among them: the
 * server tells the limit before the first call, and a client that ignores it is disconnected the sooner.
 */
final class ResetStreams {

    private ResetStreams() {}

    /** Records a stream that is being reset as one that has existed, if the client may begin streams of this number. */
    static void record(ChannelPipeline pipeline, int stream) {
        Http2ConnectionHandler http2 = pipeline.get(Http2ConnectionHandler.class);
        if (http2 == null || http2.connection().streamMayHaveExisted(stream)) {
            return;
        }
        try {
            http2.connection().remote().createStream(stream, true).close();
        } catch (Http2Exception e) {
            // The client may not begin it. Then further frames of it are an error of the connection, as RFC 9113 has
            // it.
        }
    }
}
