package org.debitcredit.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.debitcredit.bank.Preset;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.workload.DebitCreditWorkload;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/**
 * DebitCredits over HTTP at a rate, in exponential gaps, over many connections: an open loop. A request that finds
 * every connection busy waits for one; its time counts from when it should have been sent.
 */
@Command(
        name = "PacedRest",
        mixinStandardHelpOptions = true,
        description = "Send DebitCredits to a service's REST port at a fixed rate, and print latency from the "
                + "intended times.")
public final class PacedRest implements Callable<Integer> {

    private static final long LATENCY_MICROS_MAX = 60_000_000;
    private static final long END_WAIT_SECONDS = 10;

    @Option(names = "--host", paramLabel = "NAME", description = "Host of the service (default: ${DEFAULT-VALUE}).")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "N", description = "REST port of the service (default: ${DEFAULT-VALUE}).")
    private int port = 8_080;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "Connections that are kept open " + "(default: ${DEFAULT-VALUE}).")
    private int connections = 1_000;

    @Option(names = "--rate", paramLabel = "N", description = "Requests a second (default: 8300).")
    private double rate = 8_300;

    @Option(names = "--warmup", paramLabel = "N", description = "Warm-up seconds (default: ${DEFAULT-VALUE}).")
    private int warmup = 30;

    @Option(names = "--seconds", paramLabel = "N", description = "Seconds measured (default: ${DEFAULT-VALUE}).")
    private int seconds = 10;

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of the bank's branches, preset tpca " + "(default: ${DEFAULT-VALUE}).")
    private int branches = 100;

    private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());

    // All of the following belong to the one event loop.
    private final Histogram micros = new Histogram(LATENCY_MICROS_MAX, 3);
    private final Queue<Channel> idle = new ArrayDeque<>();
    /** Intended times of those that found no idle connection. */
    private final Queue<Long> waiting = new ArrayDeque<>();

    private final SplittableRandom random = new SplittableRandom();
    private @Nullable DebitCreditWorkload workload;
    private double nextNanos;
    private long measureFromNanos;
    private long endNanos;
    private long sent;
    private long answered;
    private @Nullable String failure;

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new PacedRest()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        workload = new DebitCreditWorkload(Preset.TPCA.scale(branches), Preset.TPCA, System.nanoTime());
        try {
            connect();
            Future<?> begun = loop.submit(this::begin).sync();
            if (!begun.isSuccess()) {
                throw new IllegalStateException(begun.cause());
            }
            TimeUnit.SECONDS.sleep(warmup + seconds);
            long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_WAIT_SECONDS);
            while (!loop.submit(() -> answered == sent).sync().getNow() && System.nanoTime() < giveUp) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            return loop.submit(this::report).sync().getNow();
        } finally {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    private void connect() throws InterruptedException {
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(EpollSocketChannel.class)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new HttpResponseDecoder()).addLast(new Answers());
                    }
                });
        for (int i = 0; i < connections; i++) {
            Channel channel = bootstrap.connect(host, port).sync().channel();
            loop.submit(() -> idle.add(channel)).sync();
        }
    }

    private void begin() {
        long now = System.nanoTime();
        nextNanos = now;
        measureFromNanos = now + TimeUnit.SECONDS.toNanos(warmup);
        endNanos = measureFromNanos + TimeUnit.SECONDS.toNanos(seconds);
        sendDue();
    }

    /** Sends the due requests, and schedules itself for the next one. */
    private void sendDue() {
        long now = System.nanoTime();
        while (nextNanos <= now) {
            if ((long) nextNanos >= endNanos) {
                sendWaiting();
                return;
            }
            waiting.add((long) nextNanos);
            nextNanos -= Math.log(1 - random.nextDouble()) * 1e9 / rate;
        }
        sendWaiting();
        loop.schedule(this::sendDue, (long) nextNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void sendWaiting() {
        while (!waiting.isEmpty() && !idle.isEmpty()) {
            Channel channel = idle.remove();
            Answers answers = channel.pipeline().get(Answers.class);
            answers.intendedNanos = waiting.remove();
            channel.writeAndFlush(request(channel), channel.voidPromise());
            sent++;
        }
    }

    private ByteBuf request(Channel channel) {
        Transaction asked = workload().next();
        String body = "{\"type\":\"debit-credit\",\"teller\":" + asked.teller() + ",\"account\":" + asked.account()
                + ",\"amount\":" + asked.amountMinor() + "}";
        String text = "POST /v1/transactions HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\n"
                + "Idempotency-Key: "
                + TransactionKey.uuidV7(System.currentTimeMillis(), random.nextLong(), random.nextLong())
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
        ByteBuf buffer = channel.alloc().buffer(text.length());
        buffer.writeCharSequence(text, StandardCharsets.US_ASCII);
        return buffer;
    }

    private DebitCreditWorkload workload() {
        if (workload == null) {
            throw new IllegalStateException("not begun");
        }
        return workload;
    }

    private int report() {
        if (answered < sent || !waiting.isEmpty()) {
            failure = (sent - answered + waiting.size()) + " requests were not answered";
        }
        if (failure != null) {
            System.err.println("PacedRest: " + failure);
            return CommandLine.ExitCode.SOFTWARE;
        }
        System.out.println(JsonMapper.shared()
                .createObjectNode()
                .put("connections", connections)
                .put("rate", Math.round(rate))
                .put("answers", micros.getTotalCount())
                .put("seconds", seconds)
                .put("p50Micros", micros.getValueAtPercentile(50))
                .put("p90Micros", micros.getValueAtPercentile(90))
                .put("p99Micros", micros.getValueAtPercentile(99))
                .put("p999Micros", micros.getValueAtPercentile(99.9))
                .put("maxMicros", micros.getMaxValue()));
        return CommandLine.ExitCode.OK;
    }

    /** The responses on one connection. */
    private final class Answers extends SimpleChannelInboundHandler<HttpObject> {
        private long intendedNanos;

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (part instanceof HttpResponse response && response.status().code() != 200) {
                failure = "an answer was " + response.status();
            }
            if (part instanceof LastHttpContent) {
                answered++;
                if (intendedNanos >= measureFromNanos) {
                    micros.recordValue(Math.min(LATENCY_MICROS_MAX, (System.nanoTime() - intendedNanos) / 1_000));
                }
                idle.add(context.channel());
                sendWaiting();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            if (System.nanoTime() < endNanos) {
                failure = "the service closed a connection";
            }
        }
    }
}
