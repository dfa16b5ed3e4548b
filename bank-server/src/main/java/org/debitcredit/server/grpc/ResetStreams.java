package org.debitcredit.server.grpc;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * Streams that are reset by their first frame, because a header is wrong or the client has too many calls. The client
 * may have sent more frames of the stream by then (RFC 9113, 5.1). Netty would take them for an error of the connection,
 * and end its other calls too, which on a proxy's connection belong to other clients.
 */
final class ResetStreams {

    private ResetStreams() {}

    /** Records a stream that is being reset as one that has existed, if the client may begin streams of this number. */
    static void record(ChannelPipeline pipeline, int stream) {
        Http2ConnectionHandler http2 = pipeline.get(Http2ConnectionHandler.class);
        if (http2 == null || http2.connection().streamMayHaveExisted(stream)) {
            return;
        }
        Http2Connection.Endpoint<?> client = http2.connection().remote();
        int streamsMax = client.maxActiveStreams();
        // A stream that is refused for this limit is recorded too.
        client.maxActiveStreams(Integer.MAX_VALUE);
        try {
            client.createStream(stream, true).close();
        } catch (Http2Exception e) {
            // The client may not begin it. Then further frames of it are an error of the connection, as RFC 9113 has
            // it.
        } finally {
            client.maxActiveStreams(streamsMax);
        }
    }
}
