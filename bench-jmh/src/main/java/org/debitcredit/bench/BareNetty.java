package org.debitcredit.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.debitcredit.bank.Preset;
import org.debitcredit.engine.SingleSubmission;
import org.debitcredit.engine.TransactionEngine;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalKind;
import org.debitcredit.settings.JournalSettings;
import org.debitcredit.settings.SnapshotSettings;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The baseline of the service's REST: a bare Netty handler in front of the same engine, memory ledger and journal. It
 * does not check requests, and has no error handling, security or metrics. It runs until it is killed.
 */
@Command(
        name = "BareNetty",
        mixinStandardHelpOptions = true,
        description = "Serve DebitCredits over HTTP with Netty alone, to be compared with the service under load.")
public final class BareNetty implements Callable<Integer> {

    private static final int BODY_BYTES_MAX = 4_096;

    @Option(names = "--port", paramLabel = "N", description = "Port on loopback (default: ${DEFAULT-VALUE}).")
    private int port = 18_081;

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "Kind of the journal: chronicle or file " + "(default: ${DEFAULT-VALUE}).")
    private String journal = "file";

    @Option(
            names = "--branches",
            paramLabel = "N",
            description = "Number of branches, each with 100,000 accounts " + "(default: ${DEFAULT-VALUE}).")
    private int branches = 100;

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory in which the bank is created " + "(default: ${DEFAULT-VALUE}).")
    private Path directory = Path.of("target", "bench");

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new BareNetty()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (ScratchDirectory scratch = new ScratchDirectory(directory)) {
            BankSettings settings = BankSettings.of(scratch.path(), Preset.TPCA.scale(branches), BenchBank.CURRENCY)
                    .with(JournalSettings.of(JournalKind.parse(journal)))
                    .with(new SnapshotSettings(Duration.ofSeconds(4), Duration.ZERO))
                    .founding(true);
            MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                    Runtime.getRuntime().availableProcessors(), EpollIoHandler.newFactory());
            try (RunningBank bank = RunningBank.open(
                    settings, (identity, progress) -> new MemoryLedger(identity), BankEvent.IGNORE, Progress.NONE)) {
                new ServerBootstrap()
                        .group(loops)
                        .channel(EpollServerSocketChannel.class)
                        .childHandler(new ChannelInitializer<SocketChannel>() {
                            @Override
                            protected void initChannel(SocketChannel channel) {
                                channel.pipeline()
                                        .addLast(new HttpServerCodec())
                                        .addLast(new HttpObjectAggregator(BODY_BYTES_MAX))
                                        .addLast(new Handler(bank.engine()));
                            }
                        })
                        .bind("127.0.0.1", port)
                        .sync()
                        .channel()
                        .closeFuture()
                        .sync();
            }
        }
        return CommandLine.ExitCode.OK;
    }

    private static final class Handler extends SimpleChannelInboundHandler<FullHttpRequest> {
        private final TransactionEngine engine;

        private Handler(TransactionEngine engine) {
            this.engine = engine;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            UUID key = UUID.fromString(request.headers().get("idempotency-key"));
            String body = request.content().toString(StandardCharsets.ISO_8859_1);
            SingleSubmission single =
                    new SingleSubmission(answered -> context.executor().execute(() -> reply(context, answered)));
            single.ask(
                    TransactionType.DEBIT_CREDIT.code(),
                    number(body, "\"teller\":"),
                    number(body, "\"account\":"),
                    Transaction.NO_TARGET,
                    number(body, "\"amount\":"),
                    0,
                    TransactionKey.of(0, key).high(),
                    TransactionKey.of(0, key).low());
            while (!engine.submit(single)) {
                Thread.onSpinWait();
            }
        }

        /** The number after a name, which must be present. */
        private static long number(String text, String name) {
            int at = text.indexOf(name) + name.length();
            int end = at;
            while (text.charAt(end) == '-' || Character.isDigit(text.charAt(end))) {
                end++;
            }
            return Long.parseLong(text, at, end, 10);
        }

        private static void reply(ChannelHandlerContext context, SingleSubmission answered) {
            Outcome.Committed committed = (Outcome.Committed) answered.outcome();
            byte[] body = ("{\"status\":\"committed\",\"position\":" + committed.position() + ",\"balance\":"
                            + committed.balanceMinor() + "}")
                    .getBytes(StandardCharsets.ISO_8859_1);
            DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(body));
            response.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                    .set(HttpHeaderNames.CONTENT_LENGTH, body.length);
            context.writeAndFlush(response, context.voidPromise());
        }
    }
}
