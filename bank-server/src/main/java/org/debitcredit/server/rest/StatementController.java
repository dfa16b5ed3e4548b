package org.debitcredit.server.rest;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.debitcredit.bank.BankScale;
import org.debitcredit.ledger.AccountStatement;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.ledger.LedgerUnavailable;
import org.debitcredit.ledger.MissingRows;
import org.debitcredit.ledger.StatementCursor;
import org.debitcredit.ledger.Statements;
import org.debitcredit.ledger.Statements.Period;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;
import org.debitcredit.server.answer.Reason;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.network.LinePerMinute;
import org.debitcredit.server.security.Access;
import org.debitcredit.server.trace.RequestTrace;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Reads statements of accounts, concurrently with the writer. It has threads of its own, so that many statements delay
 * neither the health checks nor a backup.
 */
@RestController
final class StatementController implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(StatementController.class);

    /**
     * Twice as many as a ledger allows to read at a time. The others wait there for their turn, or the ledger refuses
     * them.
     */
    private static final int THREADS_MAX = 8;

    /** Statements that wait for a thread; more are refused as busy. */
    private static final int WAITING_MAX = 32;

    private static final int IDLE_SECONDS_MAX = 60;

    private static final int LIMIT_DEFAULT = 50;
    private static final int LIMIT_MAX = 500;

    private final BankState state;
    private final LinePerMinute failures = new LinePerMinute(System::nanoTime);
    private final BankScale scale;
    private final ExecutorService readers = threads();

    StatementController(BankState state, BankSettings settings) {
        this.state = state;
        this.scale = settings.scale();
    }

    /** One queue for all threads, because some of them may wait long for a database. */
    private static ExecutorService threads() {
        CustomizableThreadFactory daemons = new CustomizableThreadFactory("bank-statement-");
        daemons.setDaemon(true);
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS_MAX,
                THREADS_MAX,
                IDLE_SECONDS_MAX,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_MAX),
                daemons);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @GetMapping(path = "/v1/accounts/{id}/statement", produces = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<byte[]>> statement(
            @PathVariable String id,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to,
            @RequestParam(required = false) @Nullable String limit,
            @RequestParam(required = false) @Nullable String cursor,
            ServerWebExchange exchange) {
        Access.Granted reader = HttpClient.of(exchange);
        RequestTrace trace = HttpClient.trace(exchange);
        long account = PathId.parse(id);
        int postings = limit(limit);
        Period period = period(from, to);
        if (cursor != null && (from != null || to != null)) {
            throw new Malformed("cursor is given together with from or to; the cursor already contains the period");
        }
        if (!BalanceKind.ACCOUNT.exists(scale, account)) {
            return Mono.just(Problem.of(Reason.UNKNOWN_ACCOUNT, Detail.unknown(BalanceKind.ACCOUNT, account))
                    .response());
        }
        // A client that leaves before its turn is not read for. Later, its thread must not be interrupted: an interrupt
        // closes a database in a file for all.
        AtomicBoolean hasLeft = new AtomicBoolean();
        return Mono.fromFuture(
                        () -> CompletableFuture.supplyAsync(
                                () -> hasLeft.get()
                                        ? Exchange.unavailable()
                                        : read(account, period, cursor, postings, reader, trace),
                                readers),
                        true)
                .doOnCancel(() -> hasLeft.set(true))
                .onErrorResume(
                        RejectedExecutionException.class,
                        full -> Mono.just(
                                Problem.of(Reason.BUSY, Detail.tooManyReaders()).response()));
    }

    @Override
    public void destroy() {
        readers.shutdown();
    }

    private ResponseEntity<byte[]> read(
            long account,
            Period period,
            @Nullable String cursor,
            int limit,
            Access.Granted reader,
            RequestTrace trace) {
        RunningBank bank = state.bank();
        if (bank == null || !state.serves()) {
            return Exchange.unavailable();
        }
        Statements statements = bank.statements();
        if (statements == null) {
            return Problem.of(
                            Reason.NO_HISTORY,
                            "this bank keeps balances only; statements need a ledger in a database or a projection")
                    .response();
        }
        UUID bankId = bank.identity().id();
        try {
            AccountStatement statement = cursor == null
                    ? statements.latest(account, period, limit)
                    : statements.further(cursor(bankId, account, cursor), limit);
            return Body.ok(body(bankId, statement, reader));
        } catch (Statements.NoSuchPosting e) {
            if (cursor == null) {
                trace.log(() -> LOG.warn("a statement could not be read: {}", e.getMessage()));
                return Problem.of(Reason.LEDGER_DAMAGED, String.valueOf(e.getMessage()))
                        .response();
            }
            throw new Malformed(
                    "cursor is '" + Detail.shown(cursor) + "'; " + e.getMessage() + ". Start again without a cursor");
        } catch (MissingRows e) {
            trace.log(() -> LOG.warn("a statement could not be read: {}", e.getMessage()));
            return Exchange.damaged(e);
        } catch (Statements.TooManyReaders e) {
            return Problem.of(Reason.BUSY, Detail.tooManyReaders()).response();
        } catch (LedgerUnavailable e) {
            warn(trace, e);
            return Exchange.unavailable();
        }
    }

    /** At most one line in a minute: while the database is away, every statement fails. Damage is always logged. */
    private void warn(RequestTrace trace, RuntimeException e) {
        failures.next()
                .ifPresent(others -> trace.log(() -> LOG.warn(
                        "a statement could not be read: {}; {} more since the last such line",
                        e.getMessage(),
                        others)));
    }

    /** Key and reference are shown to their own client and to the staff. */
    private static Body body(AccountStatement.Posting posting, Access.Granted reader) {
        Body body = new Body()
                .with("position", posting.position())
                .withTime(posting.timestampMicros())
                .with("teller", posting.teller())
                .with("amount", posting.amountMinor())
                .with("balance", posting.balanceMinor());
        if (posting.reverses() != 0) {
            body.with("reverses", posting.reverses());
        }
        TransactionKey key = posting.key();
        if (key != null && reader.sees(key)) {
            body.with("key", key.uuid().toString())
                    .withText("client", reader.seen().get(key.client()));
            body.withReference(posting.reference());
        }
        return body;
    }

    private static byte[] body(UUID bank, AccountStatement statement, Access.Granted reader) {
        List<Body> postings = statement.postings().stream()
                .map(posting -> body(posting, reader))
                .toList();
        Body body = new Body()
                .with("account", statement.account())
                .with("asOf", statement.asOf())
                .with("balance", statement.balanceMinor())
                .with("historyFrom", statement.historyFrom())
                .with("postings", postings);
        StatementCursor next = statement.next();
        return next == null
                ? body.bytes()
                : body.with("next", CursorText.of(bank, next)).bytes();
    }

    private static StatementCursor cursor(UUID bank, long account, String text) {
        StatementCursor cursor = CursorText.parse(bank, text);
        if (cursor == null) {
            throw new Malformed(
                    "cursor is '" + Detail.shown(text) + "'; it must be 'next' of a statement of this bank");
        }
        if (cursor.account() != account) {
            throw new Malformed("cursor belongs to account " + cursor.account() + ", not to account " + account);
        }
        return cursor;
    }

    private static int limit(@Nullable String text) {
        if (text == null) {
            return LIMIT_DEFAULT;
        }
        try {
            int limit = Integer.parseInt(text);
            if (limit >= 1 && limit <= LIMIT_MAX) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // as malformed as one out of range
        }
        throw new Malformed("limit is '" + Detail.shown(text) + "'; it must be 1 to " + LIMIT_MAX);
    }

    private static Period period(@Nullable String from, @Nullable String to) {
        long fromMicros = from == null ? Period.ALL.fromMicros() : micros("from", from);
        long toMicros = to == null ? Period.ALL.untilMicros() : micros("to", to);
        if (toMicros < fromMicros) {
            throw new Malformed(
                    "to is '" + Detail.shown(String.valueOf(to)) + "', which is before from; it must be later");
        }
        return new Period(fromMicros, toMicros);
    }

    private static long micros(String name, String text) {
        try {
            return ChronoUnit.MICROS.between(
                    Instant.EPOCH, OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new Malformed(name + " is '" + Detail.shown(text)
                    + "'; it must be a time with its offset, such as 2026-01-31T12:00:00Z");
        }
    }
}
