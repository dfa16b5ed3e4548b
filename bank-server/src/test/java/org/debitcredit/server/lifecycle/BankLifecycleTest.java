package org.debitcredit.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.mirror.LoneCopy;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.settings.AcceptedKeys;
import org.debitcredit.settings.AcceptedLoss;
import org.debitcredit.settings.BankSettings;
import org.debitcredit.settings.JournalSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The end of a bank whose ledger, journal or opening does not end. */
@Timeout(60)
@ExtendWith(OutputCaptureExtension.class)
class BankLifecycleTest {

    private static final BankLifecycle.Companion NO_COMPANION = new BankLifecycle.Companion() {
        @Override
        public void check(RunningBank bank, Progress progress) {}

        @Override
        public void opened(RunningBank bank) {}

        @Override
        public void closing() {}
    };

    private static final LedgerOpener MEMORY = (identity, progress) -> new MemoryLedger(identity);

    @TempDir
    Path data;

    private final List<Integer> exits = new ArrayList<>();
    private final UnclosedExit exit = new UnclosedExit(exits::add);
    private final BankState state = new BankState();
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch back = new CountDownLatch(1);

    private BankSettings settings() {
        return BankSettings.of(data, new BankScale(1, 1, 1), Currency.getInstance("USD"));
    }

    private BankLifecycle lifecycle(LedgerOpener opener, Duration stopMax) {
        return lifecycle(opener, NO_COMPANION, stopMax);
    }

    private BankLifecycle lifecycle(LedgerOpener opener, BankLifecycle.Companion companion, Duration stopMax) {
        BankSettings founding = settings().founding(true);
        return lifecycle(new BankOpening(founding, opener, BankEvent.IGNORE), founding, companion, stopMax);
    }

    private BankLifecycle lifecycle(
            BankOpening opening, BankSettings settings, BankLifecycle.Companion companion, Duration stopMax) {
        RequestGateway gateway = new RequestGateway(List.of(), Duration.ofSeconds(1));
        WarmUp none = new WarmUp((identity, progress) -> new MemoryLedger(identity), Duration.ZERO);
        return new BankLifecycle(state, gateway, settings, opening, none, exit, companion, stopMax);
    }

    private void found() throws Exception {
        RunningBank.open(settings().founding(true), MEMORY, BankEvent.IGNORE, Progress.NONE)
                .close();
    }

    private void assertTheNextStartFindsABankThatEndedInOrder() throws Exception {
        try (RunningBank next = RunningBank.open(settings(), MEMORY, BankEvent.IGNORE, Progress.NONE)) {
            assertThat(next.recovered().endedInOrder()).isTrue();
        }
    }

    private void awaitBack() {
        try {
            back.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aBankThatClosesInTimeEndsTheProcessAsUsual(CapturedOutput output) throws Exception {
        BankLifecycle lifecycle = lifecycle((identity, progress) -> new MemoryLedger(identity), Duration.ofMinutes(1));
        lifecycle.start();
        lifecycle.opened().get();
        lifecycle.stop();
        assertThat(lifecycle.isClosedInOrder()).isTrue();
        exit.destroy();
        assertThat(exits).isEmpty();
        assertThat(output).contains("bank closed at position 0");
    }

    @Test
    void aStartLogsHowLongItsStagesTook(CapturedOutput output) throws Exception {
        LedgerOpener filling = (identity, progress) -> {
            progress.at("filling the bank, accounts", 1, 1);
            return new MemoryLedger(identity);
        };
        BankLifecycle lifecycle = lifecycle(filling, Duration.ofMinutes(1));
        lifecycle.start();
        lifecycle.opened().get();
        lifecycle.stop();
        assertThat(output)
                .containsPattern("this start took [0-9.]+ s for filling the bank; the network was up \\d+ ms before");
    }

    @Test
    void aBankThatItsCompanionRefusesIsClosedInOrderAndNoRequestHasReachedIt() throws Exception {
        BankLifecycle.Companion refuses = new BankLifecycle.Companion() {
            @Override
            public void check(RunningBank bank, Progress progress) {
                assertThat(state.bank()).isNull();
                throw new IllegalStateException("this bank is of another region");
            }

            @Override
            public void opened(RunningBank bank) {
                throw new AssertionError("it is refused");
            }

            @Override
            public void closing() {}
        };
        BankLifecycle refused = lifecycle(MEMORY, refuses, Duration.ofMinutes(1));
        refused.start();
        try {
            assertThatThrownBy(() -> refused.opened().get()).hasMessageContaining("of another region");
            assertThat(state.bank()).isNull();
        } finally {
            refused.stop();
        }
        assertThat(refused.isClosedInOrder()).isTrue();
        assertTheNextStartFindsABankThatEndedInOrder();
    }

    @Test
    void anOrdinaryStartOpensTheBankBeforeTheNetworkIsUpAndNoRequestReachesIt() throws Exception {
        found();
        LedgerOpener telling = (identity, progress) -> {
            hangs.countDown();
            return new MemoryLedger(identity);
        };
        BankOpening opening = new BankOpening(settings(), telling, BankEvent.IGNORE);
        BankLifecycle lifecycle = lifecycle(opening, settings(), NO_COMPANION, Duration.ofMinutes(1));
        opening.beginIfOrdinary();
        hangs.await();
        opening.thread().join();
        assertThat(state.bank()).isNull();
        lifecycle.start();
        assertThat(lifecycle.opened().get()).isSameAs(state.bank());
        lifecycle.stop();
        opening.close();
        assertThat(lifecycle.isClosedInOrder()).isTrue();
        assertTheNextStartFindsABankThatEndedInOrder();
    }

    @Test
    void aServiceThatDoesNotStartClosesTheBankThatItHasOpened() throws Exception {
        found();
        BankOpening opening = new BankOpening(settings(), MEMORY, BankEvent.IGNORE);
        opening.beginIfOrdinary();
        opening.thread().join();
        opening.close();
        assertTheNextStartFindsABankThatEndedInOrder();
    }

    @Test
    void aBankThatCannotBeClosedDoesNotHoldUpTheEndOfAFailedStart(CapturedOutput output) throws Exception {
        found();
        BankOpening opening = new BankOpening(
                settings(), (identity, progress) -> hanging(identity), BankEvent.IGNORE, Duration.ofMillis(1));
        opening.beginIfOrdinary();
        opening.thread().join();
        opening.close();
        assertThat(opening.isClosedInOrder()).isFalse();
        assertThat(output).contains("the service cannot start").contains("it is at ");
        back.countDown();
        while (!opening.isClosedInOrder()) {
            Thread.yield();
        }
    }

    @Test
    void aBankThatWasClosedCannotBeTaken() {
        BankOpening opening = new BankOpening(settings(), MEMORY, BankEvent.IGNORE);
        opening.close();
        assertThatThrownBy(opening::take).hasMessageContaining("CLOSED");
    }

    @Test
    void whereACompanionHangsIsSaid(CapturedOutput output) throws Exception {
        BankLifecycle.Companion waits = new BankLifecycle.Companion() {
            @Override
            public void check(RunningBank bank, Progress progress) {
                hangs.countDown();
                awaitBack();
            }

            @Override
            public void opened(RunningBank bank) {}

            @Override
            public void closing() {}
        };
        BankLifecycle lifecycle = lifecycle(MEMORY, waits, Duration.ofMillis(1));
        lifecycle.start();
        hangs.await();
        lifecycle.stop();
        exit.destroy();
        assertThat(output).contains("still being opened, at ").contains("awaitBack");
        comeBack(output);
    }

    static List<BankSettings> startsThatWait() {
        BankSettings some = BankSettings.of(Path.of("nowhere"), new BankScale(1, 1, 1), Currency.getInstance("USD"));
        JournalSettings journal = some.journal();
        OptionalLong none = OptionalLong.empty();
        return List.of(
                some.founding(true),
                some.with(journal.accepting(new AcceptedLoss(OptionalLong.of(7), none))),
                some.with(journal.accepting(new AcceptedLoss(none, OptionalLong.of(7)))),
                some.with(journal.accepting(new LoneCopy(7))),
                some.with(journal.accepting(new AcceptedKeys(LocalDate.EPOCH))));
    }

    /** What an operator accepts is in the audit log before it has an effect. */
    @ParameterizedTest
    @MethodSource("startsThatWait")
    void aFoundingAndWhatAnOperatorAcceptsWaitUntilTheNetworkIsUp(BankSettings settings) {
        BankOpening opening = new BankOpening(settings, MEMORY, BankEvent.IGNORE);
        opening.beginIfOrdinary();
        assertThat(opening.thread().getState()).isEqualTo(Thread.State.NEW);
        opening.close();
    }

    /**
     * Its owner created it with the usual permissions. Files that the bank creates are readable only by their owner.
     */
    @ParameterizedTest
    @CsvSource({"rwxr-xr-x, 2", "rwxr-x---, 1"})
    void aDirectoryThatOthersCanReadIsWarnedOfOnceAtTheStart(String modes, int parts, CapturedOutput output)
            throws Exception {
        assumeThat(Files.getFileStore(data).supportsFileAttributeView(PosixFileAttributeView.class))
                .as("the file system has POSIX permissions")
                .isTrue();
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString(modes));
        BankLifecycle lifecycle = lifecycle((identity, progress) -> new MemoryLedger(identity), Duration.ofMinutes(1));
        lifecycle.start();
        lifecycle.opened().get();
        lifecycle.stop();
        assertThat(output.toString().split("other users of this machine can read the directory " + data, -1))
                .hasSize(parts);
    }

    @Test
    void aBankThatCannotBeClosedIsGivenUpAndWhereItHangsIsSaid(CapturedOutput output) throws Exception {
        BankLifecycle lifecycle = lifecycle((identity, progress) -> hanging(identity), Duration.ofMillis(1));
        lifecycle.start();
        lifecycle.opened().get();
        lifecycle.stop();
        lifecycle.awaitClosed();
        assertThat(exits).as("not before the network is down").isEmpty();
        exit.destroy();
        assertThat(exits).containsExactly(4);
        assertThat(output).contains("did not close cleanly").contains("exit code 4");
        comeBack(output);
    }

    @Test
    void aBankWhoseEndFailsEndsTheProcessWithACodeOfItsOwn(CapturedOutput output) throws Exception {
        BankLifecycle lifecycle = lifecycle(
                (identity, progress) -> closing(identity, () -> {
                    throw new IllegalStateException("its table is gone");
                }),
                Duration.ofMinutes(1));
        lifecycle.start();
        lifecycle.opened().get();
        lifecycle.stop();
        assertThat(lifecycle.isClosedInOrder()).isFalse();
        exit.destroy();
        assertThat(exits).containsExactly(4);
        assertThat(output).contains("did not close cleanly").contains("its table is gone");
    }

    /** Lets go of what hangs, and waits for the bank's end: its files are deleted after the test. */
    private void comeBack(CapturedOutput output) {
        back.countDown();
        while (!output.toString().contains("bank closed at position")) {
            Thread.yield();
        }
    }

    @Test
    void aBankThatHangsWhileItIsOpenedIsGivenUpToo(CapturedOutput output) throws Exception {
        BankLifecycle lifecycle = lifecycle(
                (identity, progress) -> {
                    hangs.countDown();
                    awaitBack();
                    return new MemoryLedger(identity);
                },
                Duration.ofMillis(1));
        lifecycle.start();
        hangs.await();
        lifecycle.stop();
        exit.destroy();
        assertThat(exits).containsExactly(4);
        assertThat(output).contains("still being opened, at ").doesNotContain("BoundedWork.run(");
        comeBack(output);
    }

    /** A ledger that does not close before it may. */
    private Ledger hanging(BankIdentity identity) {
        return closing(identity, this::awaitBack);
    }

    /** A ledger that does something before it closes. */
    private static Ledger closing(BankIdentity identity, Runnable before) {
        Ledger real = new MemoryLedger(identity);
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        before.run();
                    }
                    return method.invoke(real, arguments);
                });
    }
}
