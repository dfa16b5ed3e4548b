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
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.event.BankEvent;
import org.debitcredit.event.Progress;
import org.debitcredit.ledger.Ledger;
import org.debitcredit.ledger.memory.MemoryLedger;
import org.debitcredit.recovery.LedgerOpener;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.loop.RequestGateway;
import org.debitcredit.settings.BankSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        RequestGateway gateway = new RequestGateway(List.of(), Duration.ofSeconds(1));
        WarmUp none = new WarmUp(opener, Duration.ZERO);
        return new BankLifecycle(
                state, gateway, settings().founding(true), opener, BankEvent.IGNORE, none, exit, companion, stopMax);
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
        assertThat(output).containsPattern("this start took [0-9.]+ s for filling the bank");
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
        LedgerOpener memory = (identity, progress) -> new MemoryLedger(identity);
        BankLifecycle refused = lifecycle(memory, refuses, Duration.ofMinutes(1));
        refused.start();
        try {
            assertThatThrownBy(() -> refused.opened().get()).hasMessageContaining("of another region");
            assertThat(state.bank()).isNull();
        } finally {
            refused.stop();
        }
        assertThat(refused.isClosedInOrder()).isTrue();
        try (RunningBank next = RunningBank.open(settings().founding(false), memory, BankEvent.IGNORE, Progress.NONE)) {
            assertThat(next.recovered().endedInOrder()).isTrue();
        }
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
