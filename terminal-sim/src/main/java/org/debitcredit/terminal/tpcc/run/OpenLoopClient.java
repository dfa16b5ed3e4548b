package org.debitcredit.terminal.tpcc.run;

import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.debitcredit.measure.CatchUp;
import org.debitcredit.measure.ProcessorTimes;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.statistics.RandomDraws;
import org.debitcredit.measure.tail.OpenLoop;
import org.debitcredit.measure.tail.OpenLoopRun;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.tpcc.input.RunConstants;
import org.debitcredit.terminal.tpcc.input.TpccInputs;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.tpcc.TpccScale;
import org.debitcredit.tpcc.wire.v1.DescribeResponse;
import org.jspecify.annotations.Nullable;

/**
 * Sends transactions at a rate, each at its own random time whatever became of those before. Several streams share the
 * rate. A request for which no place is free in flight is sent late, and its response time counts from when it was
 * meant to be sent.
 */
public final class OpenLoopClient implements OpenLoop, AutoCloseable {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long MILLI_NANOS = 1_000_000L;
    private static final long TICK_NANOS = 50 * MILLI_NANOS;

    /** The most seconds for which a loop that did not catch up is measured: its run is rejected in any case. */
    private static final int SECONDS_IN_VAIN = 5;

    /** Time from the announcement of a window to its beginning, so that every sender sees it before. */
    private static final long ANNOUNCED_NANOS = 20 * MILLI_NANOS;

    private final TpccClient client;
    private final DescribeResponse before;
    private final OpenLoopSettings settings;
    private final TpccScale scale;
    private final RunConstants constants;
    private final SplittableRandom random;
    private final RunListener listener;
    private final List<RequestStream> streams = new ArrayList<>();
    private final AtomicReference<@Nullable Window> window = new AtomicReference<>();
    private final AtomicReference<@Nullable Status> broken = new AtomicReference<>();
    private @Nullable MeasuredWindow latest;

    /**
     * Opens the streams.
     *
     * @param before the server before the first request
     */
    public OpenLoopClient(TpccClient client, OpenLoopSettings settings, DescribeResponse before, RunListener listener) {
        this.client = client;
        this.before = before;
        this.settings = settings;
        this.scale = settings.scale();
        this.random = new SplittableRandom(settings.seed());
        this.constants = RunConstants.choose(before.getLastNameConstant(), scale, random);
        this.listener = listener;
        for (int stream = 0; stream < settings.streams(); stream++) {
            streams.add(client.stream(scale, settings.inFlight(stream), listenerOf(stream)));
        }
    }

    private RequestStream.Listener listenerOf(int stream) {
        return new RequestStream.Listener() {
            @Override
            public void received(RequestStream.Received received) {
                Window current = window.get();
                if (current != null && received.isAnswer()) {
                    current.arrived(received);
                }
                Window of = received.request().window();
                if (of != null) {
                    of.received(stream, received);
                }
            }

            @Override
            public void broken(Status status) {
                broken.compareAndSet(null, status);
            }
        };
    }

    /** What the latest run measured. */
    public MeasuredWindow latest() {
        return Optional.ofNullable(latest).orElseThrow(() -> new IllegalStateException("nothing was measured yet"));
    }

    @Override
    public OpenLoopRun run(double perSecond, Duration measured) {
        Senders senders = new Senders(perSecond);
        try {
            senders.start();
            latest = measure(senders, perSecond, (int) measured.toSeconds());
        } finally {
            senders.stop();
            window.set(null);
        }
        awaitAnswers();
        if (unanswered() == 0) {
            latest = latest.leaving(Deliveries.of(client, before).waiting());
        }
        return latest.asOpenLoopRun();
    }

    private MeasuredWindow measure(Senders senders, double perSecond, int askedSeconds) {
        say("%,.0f requests a second: warming up", perSecond);
        park(System.nanoTime() + settings.warmUp().toNanos());
        boolean caughtUp = catchUp(senders);
        int seconds = caughtUp ? askedSeconds : Math.min(askedSeconds, SECONDS_IN_VAIN);
        CpuTimes cpu = CpuTimes.now(client);
        Window current = new Window(System.nanoTime() + ANNOUNCED_NANOS, seconds, streams.size());
        window.set(current);
        Optional<ProcessorTimes> before = ProcessorTimes.read();
        IntervalClock clock = new IntervalClock(current.fromNanos());
        for (int second = 1; second <= seconds; second++) {
            park(current.fromNanos() + second * SECOND_NANOS);
            failIfBroken();
            tell(current.interval(clock.lastMillis(), clock.tick()));
            say("%,.0f requests a second: second %d of %d", perSecond, second, seconds);
        }
        CpuTimes used = CpuTimes.now(client).since(cpu);
        senders.finish(current);
        awaitAnswers();
        failUnanswered(current);
        tell(current.rest(clock.lastMillis(), clock.tick()));
        double stolen = before.flatMap(from -> ProcessorTimes.read().map(to -> to.stolenShareSince(from)))
                .orElse(Double.NaN);
        return current.measured(caughtUp, senders.gapNanos(), stolen, used);
    }

    private void tell(List<RecordedInterval> intervals) {
        listener.recorded(intervals.get(0), intervals.get(1));
    }

    private boolean catchUp(Senders senders) {
        long begin = System.nanoTime();
        CatchUp catchUp = new CatchUp(begin, settings.patience());
        while (true) {
            failIfBroken();
            long now = System.nanoTime();
            CatchUp.State state = catchUp.observe(now, Math.max(senders.backlogNanos(now), backlogNanos(now)));
            if (state != CatchUp.State.CATCHING_UP) {
                return state == CatchUp.State.CAUGHT_UP;
            }
            say("catching up with the backlog of the warm-up");
            park(now + TICK_NANOS);
        }
    }

    private long backlogNanos(long nowNanos) {
        return streams.stream()
                .mapToLong(stream -> stream.backlogNanos(nowNanos))
                .max()
                .orElse(0);
    }

    private int unanswered() {
        return streams.stream().mapToInt(RequestStream::inFlight).sum();
    }

    private void failUnanswered(Window current) {
        streams.forEach(stream -> stream.forEachUnanswered(request -> {
            if (request.window() == current) {
                current.failed(request.intendedNanos(), "no answer came");
            }
        }));
    }

    private void awaitAnswers() {
        long until = System.nanoTime() + settings.patience().toNanos();
        while (unanswered() > 0 && System.nanoTime() - until < 0) {
            failIfBroken();
            park(System.nanoTime() + MILLI_NANOS);
        }
    }

    private void failIfBroken() {
        Status status = broken.get();
        if (status != null) {
            throw client.ended(status);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new RunFailure("the run was interrupted");
        }
    }

    private void say(String format, Object... values) {
        listener.progress(String.format(Locale.ROOT, format, values));
    }

    private static void park(long untilNanos) {
        for (long left = untilNanos - System.nanoTime(); left > 0; left = untilNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }

    @Override
    public void close() {
        streams.forEach(RequestStream::close);
    }

    /** One thread for each stream. */
    private final class Senders {

        private final List<Sender> senders = new ArrayList<>();
        private final List<Thread> threads = new ArrayList<>();
        private final RandomDraws gaps = new RandomDraws(random.split());

        Senders(double perSecond) {
            for (RequestStream stream : streams) {
                Sender sender = new Sender(stream, streams.size() / perSecond * SECOND_NANOS, random.split(), gaps);
                senders.add(sender);
                Thread thread = new Thread(sender, "tpcc-sender-" + threads.size());
                thread.setDaemon(true);
                threads.add(thread);
            }
        }

        void start() {
            threads.forEach(Thread::start);
        }

        /** Waits until everything that was due in the window is sent; what is not sent in time has failed. */
        void finish(Window current) {
            senders.forEach(sender -> sender.endNanos = current.toNanos());
            long until = System.nanoTime() + settings.patience().toNanos();
            while (threads.stream().anyMatch(Thread::isAlive) && System.nanoTime() - until < 0) {
                failIfBroken();
                park(System.nanoTime() + MILLI_NANOS);
            }
            stop();
            senders.forEach(sender -> sender.countUnsent(current));
        }

        void stop() {
            senders.forEach(sender -> sender.isOver = true);
            for (Thread thread : threads) {
                try {
                    thread.join(settings.patience().toMillis());
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }

        long backlogNanos(long nowNanos) {
            return senders.stream()
                    .mapToLong(sender -> Math.max(0, nowNanos - sender.nextDueNanos))
                    .max()
                    .orElse(0);
        }

        double[] gapNanos() {
            return LongStream.of(gaps.values()).asDoubleStream().toArray();
        }
    }

    private final class Sender implements Runnable {

        private final RequestStream stream;
        private final double gapNanos;
        private final SplittableRandom random;
        private final TransactionMix mix;
        private final TpccInputs inputs;
        private final RandomDraws gaps;
        private final PlaceWaits waits = new PlaceWaits(TICK_NANOS);
        private volatile long nextDueNanos = System.nanoTime();
        private volatile long endNanos = Long.MAX_VALUE;
        private volatile boolean isOver;

        Sender(RequestStream stream, double gapNanos, SplittableRandom random, RandomDraws gaps) {
            this.stream = stream;
            this.gapNanos = gapNanos;
            this.random = random;
            this.gaps = gaps;
            this.mix = settings.mix().mix(random);
            this.inputs = new TpccInputs(scale, constants, random);
        }

        @Override
        public void run() {
            while (!isOver && !hasEnded()) {
                long due = nextDueNanos;
                park(Math.min(due, System.nanoTime() + TICK_NANOS));
                if (System.nanoTime() - due >= 0) {
                    if (!send(due)) {
                        return;
                    }
                    nextDueNanos = due + gap();
                }
            }
        }

        private boolean send(long due) {
            var request = inputs.next(mix.next(), inputs.anyHome());
            Window current = window.get();
            // Whether a request belongs to the window is decided here alone, so that it counts in all figures or in
            // none.
            Window of = current != null && current.measures(due) ? current : null;
            long fromNanos = System.nanoTime();
            waits.next(due, fromNanos);
            boolean isSent = false;
            while (!isSent) {
                isSent = stream.send(request, 0, of, due, TICK_NANOS);
                long nowNanos = System.nanoTime();
                waits.attempted(fromNanos, nowNanos);
                fromNanos = nowNanos;
                if (!isSent && (isOver || stream.isBroken())) {
                    return false;
                }
            }
            if (of != null) {
                of.due(due, waits.readyNanos(fromNanos));
            }
            return true;
        }

        private boolean hasEnded() {
            return endNanos != Long.MAX_VALUE && nextDueNanos - endNanos >= 0;
        }

        private long gap() {
            long gap = (long) (-Math.log(1 - random.nextDouble()) * gapNanos);
            gaps.offer(gap);
            return gap;
        }

        /** Called after its thread has ended. */
        void countUnsent(Window current) {
            for (long due = nextDueNanos; due - current.toNanos() < 0; due += gap()) {
                if (current.measures(due)) {
                    current.due(due, due);
                    current.failed(due, "there was no place for it in flight");
                }
            }
        }
    }
}
