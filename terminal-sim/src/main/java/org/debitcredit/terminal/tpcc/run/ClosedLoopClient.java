package org.debitcredit.terminal.tpcc.run;

import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.debitcredit.measure.ProcessorTimes;
import org.debitcredit.measure.RecordedInterval;
import org.debitcredit.measure.statistics.RandomDraws;
import org.debitcredit.measure.verdict.ThinkTimes;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.tpcc.input.Home;
import org.debitcredit.terminal.tpcc.input.RunConstants;
import org.debitcredit.terminal.tpcc.input.TerminalTimes;
import org.debitcredit.terminal.tpcc.input.TpccInputs;
import org.debitcredit.terminal.tpcc.input.TransactionMix;
import org.debitcredit.tpcc.TpccRequest;
import org.debitcredit.tpcc.TpccTransactionType;
import org.jspecify.annotations.Nullable;

/** Terminals that key, send, wait for the answer, think, and key again (clause 5.2.5). */
public final class ClosedLoopClient {

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long FINISH_SECONDS_MAX = 30;

    private final TpccClient client;
    private final ClosedLoopSettings settings;
    private final RunListener listener;
    private final List<RequestStream> streams = new ArrayList<>();
    private final List<Terminal> terminals = new ArrayList<>();
    private final List<RandomDraws> thinkTimes = new ArrayList<>();
    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, work -> {
        Thread thread = new Thread(work, "tpcc-terminals");
        thread.setDaemon(true);
        return thread;
    });
    private final AtomicReference<@Nullable Window> window = new AtomicReference<>();
    private final AtomicReference<@Nullable Status> broken = new AtomicReference<>();
    private volatile boolean isOver;

    /** Places the terminals. */
    public ClosedLoopClient(TpccClient client, ClosedLoopSettings settings, int loadedLastName, RunListener listener) {
        this.client = client;
        this.settings = settings;
        this.listener = listener;
        SplittableRandom random = new SplittableRandom(settings.seed());
        RunConstants constants = RunConstants.choose(loadedLastName, settings.scale(), random);
        while (thinkTimes.size() < TpccTransactionType.values().length) {
            thinkTimes.add(new RandomDraws(random.split()));
        }
        int places = (settings.terminals() + settings.usedStreams() - 1) / settings.usedStreams();
        for (int stream = 0; stream < settings.usedStreams(); stream++) {
            streams.add(client.stream(settings.scale(), places, listenerOf(stream)));
        }
        for (int number = 0; number < settings.terminals(); number++) {
            terminals.add(new Terminal(number, constants, random.split()));
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
                terminals
                        .get(received.request().sender())
                        .think(received.request().type());
            }

            @Override
            public void broken(Status status) {
                broken.compareAndSet(null, status);
            }
        };
    }

    /** Runs to the end. */
    public MeasuredWindow run() {
        try {
            terminals.forEach(terminal -> terminal.think(terminal.mix.next()));
            return measure((int) settings.measured().toSeconds());
        } finally {
            isOver = true;
            clock.shutdownNow();
            streams.forEach(RequestStream::close);
        }
    }

    private MeasuredWindow measure(int seconds) {
        await(System.nanoTime() + settings.warmUp().toNanos(), "warming up");
        CpuTimes cpu = CpuTimes.now(client);
        Window current = new Window(System.nanoTime(), seconds, streams.size());
        window.set(current);
        Optional<ProcessorTimes> before = ProcessorTimes.read();
        IntervalClock intervals = new IntervalClock(current.fromNanos());
        for (int second = 1; second <= seconds; second++) {
            await(
                    current.fromNanos() + second * SECOND_NANOS,
                    String.format(Locale.ROOT, "%,d terminals: second %d of %d", terminals.size(), second, seconds));
            tell(current.interval(intervals.lastMillis(), intervals.tick()));
        }
        CpuTimes used = CpuTimes.now(client).since(cpu);
        isOver = true;
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(FINISH_SECONDS_MAX);
        while (streams.stream().anyMatch(stream -> stream.inFlight() > 0) && System.nanoTime() - until < 0) {
            await(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1), "waiting for the last answers");
        }
        failUnanswered(current);
        tell(current.rest(intervals.lastMillis(), intervals.tick()));
        return current.measured(
                true,
                new double[0],
                before.flatMap(from -> ProcessorTimes.read().map(to -> to.stolenShareSince(from)))
                        .orElse(Double.NaN),
                used);
    }

    private void failUnanswered(Window current) {
        streams.forEach(stream -> stream.forEachUnanswered(request -> {
            if (request.window() == current) {
                current.failed(request.intendedNanos(), "no answer came");
            }
        }));
    }

    private void tell(List<RecordedInterval> recorded) {
        listener.recorded(recorded.get(0), recorded.get(1));
    }

    private void await(long untilNanos, String doing) {
        for (long left = untilNanos - System.nanoTime(); left > 0; left = untilNanos - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, SECOND_NANOS));
            listener.progress(doing);
            Status status = broken.get();
            if (status != null) {
                throw client.ended(status);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new RunFailure("the run was interrupted");
            }
        }
    }

    /** Random draws of the think times of each type; none if the terminals do not think. */
    public List<ThinkTimes> thinkTimes() {
        List<ThinkTimes> drawn = new ArrayList<>();
        for (TpccTransactionType type : TpccTransactionType.values()) {
            long[] millis = thinkTimes.get(type.ordinal()).values();
            if (millis.length > 0) {
                drawn.add(new ThinkTimes(type.id(), TerminalTimes.think(type), millis));
            }
        }
        return drawn;
    }

    /** One terminal. The clock's thread and the thread that takes the answers use it, one after the other. */
    private final class Terminal {

        private final int number;
        private final Home home;
        private final TransactionMix mix;
        private final TpccInputs inputs;
        private final SplittableRandom random;

        Terminal(int number, RunConstants constants, SplittableRandom random) {
            this.number = number;
            this.random = random;
            home = Home.of(number, settings.scale());
            mix = settings.mix().mix(random);
            inputs = new TpccInputs(settings.scale(), constants, random);
        }

        /** Chooses a transaction and keys it. */
        void key() {
            TpccTransactionType type = mix.next();
            TpccRequest request = inputs.next(type, home);
            after(settings.areHuman() ? TerminalTimes.keying(type) : Duration.ZERO, request);
        }

        private void after(Duration keying, TpccRequest request) {
            long intended = System.nanoTime() + keying.toNanos();
            schedule(() -> send(request, intended), keying);
        }

        private void send(TpccRequest request, long intendedNanos) {
            if (isOver) {
                return;
            }
            Window current = window.get();
            Window of = current != null && current.measures(intendedNanos) ? current : null;
            long readyNanos = System.nanoTime();
            // A terminal has one request in flight, so a place is free as soon as its last answer is recorded.
            if (streams.get(number % streams.size()).send(request, number, of, intendedNanos, SECOND_NANOS)
                    && of != null) {
                of.due(intendedNanos, readyNanos);
            }
        }

        /** After its answer. */
        void think(TpccTransactionType type) {
            long millis = settings.areHuman() ? TerminalTimes.think(type).drawMillis(random) : 0;
            if (settings.areHuman()) {
                thinkTimes.get(type.ordinal()).offer(millis);
            }
            schedule(this::key, Duration.ofMillis(millis));
        }

        private void schedule(Runnable work, Duration delay) {
            try {
                clock.schedule(work, delay.toNanos(), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException ended) {
                // The run is over.
                return;
            }
        }
    }
}
