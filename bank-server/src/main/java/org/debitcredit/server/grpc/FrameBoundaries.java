package org.debitcredit.server.grpc;

import io.netty.buffer.ByteBuf;

/**
 * Finds the ends of HTTP/2 frames in bytes that arrive in pieces of any size (RFC 9113, 4.1). The preface counts as a
 * frame.
 */
final class FrameBoundaries {

    private static final int PREFACE_BYTES = 24;
    private static final int HEADER_BYTES = 9;
    private static final int LENGTH_BYTES = 3;

    /** Bytes of the frame's payload that are still missing; the preface has no header. */
    private int payloadLeft = PREFACE_BYTES;

    private int headerLeft;
    private int length;
    private int ended;

    /** Number of frames that ended in the latest {@link #advance}. */
    int ended() {
        return ended;
    }

    /**
     * Continues until so many frames have ended, or to the end of the bytes.
     *
     * @return the index after the last byte that was read
     */
    int advance(ByteBuf bytes, int framesMax) {
        int index = bytes.readerIndex();
        int end = bytes.writerIndex();
        ended = 0;
        while (index < end && ended < framesMax) {
            if (headerLeft > 0) {
                if (headerLeft > HEADER_BYTES - LENGTH_BYTES) {
                    length = length << Byte.SIZE | bytes.getUnsignedByte(index);
                }
                index++;
                headerLeft--;
                payloadLeft = length;
            } else {
                int more = Math.min(payloadLeft, end - index);
                index += more;
                payloadLeft -= more;
            }
            if (headerLeft == 0 && payloadLeft == 0) {
                ended++;
                headerLeft = HEADER_BYTES;
                length = 0;
            }
        }
        return index;
    }
}
