package org.debitcredit.it;

import java.io.IOException;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** A program that does nothing but open a Chronicle queue, without our settings, and wait for the end of its input. */
final class OpensAQueue {

    private OpensAQueue() {}

    public static void main(String[] arguments) throws IOException {
        try (ChronicleQueue queue =
                SingleChronicleQueueBuilder.binary(arguments[0]).build()) {
            System.out.println("opened " + queue.fileAbsolutePath());
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }
}
