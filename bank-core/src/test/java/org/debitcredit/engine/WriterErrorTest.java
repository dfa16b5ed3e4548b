package org.debitcredit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.debitcredit.engine.SteppedBank.key;
import static org.debitcredit.transaction.Transaction.deposit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.asm.Advice;
import org.debitcredit.Redefined;
import org.debitcredit.engine.SteppedBank.Submitted;
import org.debitcredit.ledger.BalanceKind;
import org.debitcredit.transaction.Failure;
import org.debitcredit.transaction.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An {@link Error} at any call of the writer: the bank knows that it is stopped, everybody gets one answer and no more,
 * and whoever waits for its end sees it.
 */
@Isolated("the planted faults are the whole JVM's")
@Timeout(60)
class WriterErrorTest {

    @TempDir
    Path temp;

    /** As often as a test wants it. Not out of memory: JUnit ends the whole JVM on that. */
    public static final class Broken {

        public static volatile int times;

        private Broken() {}

        @Advice.OnMethodEnter
        static void enter() {
            if (times > 0) {
                times--;
                throw new LinkageError("planted");
            }
        }
    }

    /** What makes the writer stop, where stopping itself is to fail. */
    public static final class FailsFirst {

        public static volatile boolean armed;

        private FailsFirst() {}

        @Advice.OnMethodEnter
        static void enter() {
            if (armed) {
                armed = false;
                throw new LinkageError("planted first");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "engine.Writer, addToGroup, 1",
        "engine.TransactionStateMachine, begin, 1",
        "engine.Writer, admit, 1",
        "engine.TransactionStateMachine, add, 1",
        "engine.RowRanges, add, 1",
        "engine.IdempotencyWindow, knowsAny, 1",
        "engine.IdempotencyWindow, isAhead, 1",
        "engine.KeyIndex, put, 1",
        "transaction.RunLengthKeys, addFrom, 1",
        "transaction.RequestColumns, addFrom, 1",
        "engine.TransactionStateMachine, execute, 1",
        "ledger.sql.SqlLedger, execute, 1",
        "engine.TransactionStateMachine, commit, 1",
        "ledger.sql.SqlLedger, commit, 1",
        "journal.JournalWriter, append, 1",
        "journal.JournalWriter, force, 1",
        "engine.IdempotencyWindow, remember, 1",
        "engine.Writer, answerSubmissions, 1",
        "engine.TransactionStateMachine, answer, 1",
        "engine.BatchSubmission, takeAnswers, 1",
        "engine.Writer, answerInquiries, 1",
        "engine.Writer, rollEpochAndAnswerCheckpoints, 1",
        "engine.Writer, isFullFor, 1",
        "engine.Writer, flush, 1",
        "engine.Writer, stop, 2",
        "engine.Writer, endGroup, 3",
        "engine.TransactionEngine, onEvent, 1"
    })
    void an_error_stops_the_bank_for_all_to_see_and_everybody_is_answered_once(String type, String method, int times)
            throws IOException {
        try (SteppedBank bank = new SteppedBank(temp);
                Redefined woven = Redefined.methods("org.debitcredit." + type, advices(method))) {
            assertThat(woven).isNotNull();
            Broken.times = 0;
            bank.execute(deposit(0, 0, 1), key(1));
            List<Submitted> submitted = new ArrayList<>();
            List<Inquiry.Balance> inquiries = new ArrayList<>();
            int[] told = new int[3];
            for (int i = 0; i < 3; i++) {
                int number = i;
                submitted.add(bank.submit(deposit(0, 0, 1), key(2 + i)));
                inquiries.add(new Inquiry.Balance(BalanceKind.ACCOUNT, 0, answered -> told[number]++));
                bank.engine.submit(inquiries.get(i));
            }
            Broken.times = times;
            FailsFirst.armed = method.equals("stop");
            while (steps(bank)) {
                continue;
            }
            assertThat(bank.engine.stoppedBy()).isNotNull();
            Broken.times = 0;
            Submitted after = bank.submit(deposit(0, 0, 1), key(9));
            bank.engine.step();
            assertThat(after.outcome()).isEqualTo(new Outcome.Failed(Failure.NOT_EXECUTED));
            for (Submitted each : submitted) {
                assertThat(each.answers).as("answers to a submission").isEqualTo(1);
            }
            assertThat(told).as("answers to inquiries").containsOnly(1);
        }
    }

    private static Map<String, Class<?>> advices(String method) {
        return method.equals("stop")
                ? Map.of("stop", Broken.class, "answerInquiries", FailsFirst.class)
                : Map.of(method, Broken.class);
    }

    /** As the writer's thread does. */
    private static boolean steps(SteppedBank bank) {
        try {
            return bank.engine.step();
        } catch (LinkageError e) {
            return true;
        }
    }

    @Test
    void the_writers_thread_survives_and_its_end_is_seen() throws IOException {
        try (SteppedBank bank = new SteppedBank(temp);
                Redefined woven =
                        Redefined.method("org.debitcredit.engine.TransactionStateMachine", "begin", Broken.class)) {
            assertThat(woven).isNotNull();
            Broken.times = 0;
            bank.engine.start();
            Broken.times = 1;
            Submitted first = bank.submit(deposit(0, 0, 1), key(1));
            while (bank.engine.stoppedBy() == null || first.answers == 0) {
                Thread.onSpinWait();
            }
            assertThat(first.outcome()).isEqualTo(new Outcome.Failed(Failure.NOT_EXECUTED));
            List<Submitted> more = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                more.add(bank.submit(deposit(0, 0, 1), key(10 + i)));
            }
            bank.engine.close();
            for (Submitted each : more) {
                assertThat(each.taken ? each.answers : 1).isEqualTo(1);
            }
        }
    }

    @Test
    void a_second_closer_waits_for_the_same_end() throws IOException, InterruptedException {
        try (SteppedBank bank = new SteppedBank(temp)) {
            bank.engine.start();
            List<Thread> closers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread closer = new Thread(bank.engine::close);
                closers.add(closer);
                closer.start();
            }
            for (Thread closer : closers) {
                closer.join();
            }
            assertThat(bank.submit(deposit(0, 0, 1), key(1)).outcome())
                    .isEqualTo(new Outcome.Failed(Failure.NOT_EXECUTED));
        }
    }
}
