package org.debitcredit.lab;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;

/** Simulated time, in seconds, with events in their order and servers that queue. */
final class SimulatedTime {

    private record Event(double at, long number, Runnable action) {}

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingDouble(Event::at).thenComparingLong(Event::number));
    private double now;
    private long number;

    double now() {
        return now;
    }

    void after(double seconds, Runnable action) {
        events.add(new Event(now + seconds, number++, action));
    }

    void runUntil(double end) {
        while (!events.isEmpty() && events.peek().at() <= end) {
            Event event = events.remove();
            now = event.at();
            event.action().run();
        }
        now = end;
    }

    /** So many servers with one queue. */
    final class Servers {

        private final Queue<Runnable> waiting = new ArrayDeque<>();
        private int free;
        private double busySeconds;
        private long visits;

        Servers(int servers) {
            free = servers;
        }

        /** Waits for a server, and keeps it until it is released. */
        void acquire(Runnable granted) {
            if (free > 0) {
                free--;
                granted.run();
            } else {
                waiting.add(granted);
            }
        }

        void release() {
            Runnable next = waiting.poll();
            if (next == null) {
                free++;
            } else {
                next.run();
            }
        }

        /** Is served for so long. */
        void serve(double seconds, Runnable done) {
            acquire(() -> {
                busySeconds += seconds;
                visits++;
                after(seconds, () -> {
                    release();
                    done.run();
                });
            });
        }

        double busySeconds() {
            return busySeconds;
        }

        long visits() {
            return visits;
        }
    }
}
