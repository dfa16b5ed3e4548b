package org.debitcredit.terminal.nation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.debitcredit.terminal.console.RunFailure;

/** Does something for several regions at a time. */
final class EachRegion {

    private EachRegion() {}

    /**
     * Does it for each, and waits for all of them, also after a failure.
     *
     * @param atOnce how many at a time
     * @throws RuntimeException the first failure
     */
    static void of(List<Integer> regions, int atOnce, IntConsumer work) {
        ExecutorService threads = Executors.newFixedThreadPool(atOnce, task -> {
            Thread thread = new Thread(task, "region");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<?>> begun = new ArrayList<>();
            regions.forEach(region -> begun.add(threads.submit(() -> work.accept(region))));
            await(begun);
        } finally {
            threads.shutdown();
        }
    }

    private static void await(List<Future<?>> begun) {
        RuntimeException failure = null;
        for (Future<?> one : begun) {
            try {
                one.get();
            } catch (ExecutionException failed) {
                if (failure == null) {
                    failure = failed.getCause() instanceof RuntimeException cause
                            ? cause
                            : new RunFailure("a region failed: " + failed.getCause(), failed);
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new RunFailure("interrupted while waiting for the regions", interrupted);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
