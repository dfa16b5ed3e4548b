package org.debitcredit.server.loop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that threads push while the loop drains is done once each, each thread's in its order, without another push. */
@Timeout(120)
class EventLoopMailboxInterleavingsTest {

    private static final int TRIED = Integer.getInteger("bank.interleavings", 15);

    @Test
    void whatIsPushedWhileTheMailboxIsDrainedIsDoneOnceAndInOrder() {
        Runnable block = () -> {
            List<Integer> done = new CopyOnWriteArrayList<>();
            ManualLoop loop = new ManualLoop();
            EventLoopMailbox mailbox = new EventLoopMailbox(loop);
            Thread pushing = new Thread(() -> {
                mailbox.push(() -> done.add(1));
                mailbox.push(() -> done.add(2));
            });
            pushing.start();
            mailbox.push(() -> done.add(10));
            loop.run();
            try {
                pushing.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a test", e);
            }
            loop.run();
            if (done.size() != 3 || done.indexOf(1) > done.indexOf(2) || done.indexOf(1) < 0 || done.indexOf(10) < 0) {
                throw new IllegalStateException("done: " + done);
            }
        };
        // Once beforehand, so that no schedule runs through what classes do when they are loaded.
        block.run();
        Lincheck.runConcurrentTest(TRIED, block);
    }
}
