package org.debitcredit.terminal.run;

import io.gatling.http.client.HttpListener;
import io.gatling.http.client.Request;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Arrays;

/** One sending of a request: gathers the response for its terminal. Only the first end of it counts. */
public final class Attempt implements HttpListener {

    /** The terminal that has sent it. */
    public interface Sender {

        /** The request was written to a connection. */
        void written(Channel connection);

        /** A response came. */
        void responded(int status, byte[] body);

        /** No response came: the connection broke, or the time was over. */
        void unanswered(Throwable failure);
    }

    /** More bytes than any answer of a bank has. */
    private static final int BODY_BYTES_MAX = 1 << 16;

    private static final byte[] EMPTY = {};

    private final Sender terminal;
    private byte[] body = EMPTY;
    private int status;
    private boolean ended;

    public Attempt(Sender terminal) {
        this.terminal = terminal;
    }

    @Override
    public void onFinalClientRequest(Request request) {}

    @Override
    public void onWrite(Channel channel) {
        terminal.written(channel);
    }

    @Override
    public void onHttpResponse(HttpResponseStatus httpStatus, HttpHeaders headers) {
        status = httpStatus.code();
    }

    @Override
    public void onHttpResponseBodyChunk(ByteBuf chunk, boolean last) {
        int length = chunk.readableBytes();
        if (length > 0 && body.length + length <= BODY_BYTES_MAX) {
            int from = body.length;
            body = Arrays.copyOf(body, from + length);
            chunk.getBytes(chunk.readerIndex(), body, from, length);
        }
        if (last && !ended) {
            ended = true;
            terminal.responded(status, body);
        }
    }

    @Override
    public void onThrowable(Throwable failure) {
        if (!ended) {
            ended = true;
            terminal.unanswered(failure);
        }
    }
}
