package org.debitcredit.server.loop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that threads push while the loop drains is done once each, each thread's in its order, without another push. */
@Timeout(120)
class LaneInterleavingsTest {

    private static final int TRIED = Integer.getInteger("bank.interleavings", 30);

    @Test
    void whatIsPushedWhileTheLaneIsDrainedIsDoneOnceAndInOrder() {
        Runnable block = () -> {
            List<Integer> done = new CopyOnWriteArrayList<>();
            ManualLoop loop = new ManualLoop();
            Lane lane = new Lane(loop);
            Thread pushing = new Thread(() -> {
                lane.push(() -> done.add(1));
                lane.push(() -> done.add(2));
            });
            pushing.start();
            lane.push(() -> done.add(10));
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
