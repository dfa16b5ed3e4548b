package org.debitcredit.terminal.certify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.debitcredit.measure.verdict.Asked;
import org.debitcredit.measure.verdict.Checkpoint;
import org.debitcredit.measure.verdict.Judge;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.terminal.run.RunEvidence;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.SteadyTime;
import org.debitcredit.workload.Scenario;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Banks that say after a loss what the tests of durability want to hear. */
@Timeout(60)
class LyingBankTest {

    @TempDir
    private Path folder = Path.of("");

    private static final long NANOS_MAX = 30_000_000_000L;
    private static final int REQUESTS = 100;

    private static void await(BooleanSupplier isSo) {
        assertThat(SmallerBank.await(isSo, NANOS_MAX)).isTrue();
    }

    private static HistoryGrowth worked(Inspector inspector) {
        try (KeyedLoad load = KeyedLoad.start(inspector, 7)) {
            await(() -> load.answered() > REQUESTS);
            load.end();
            return load.growth(inspector);
        }
    }

    @Test
    void aHistoryGrowsByWhatWasAnswered() throws IOException {
        try (FaultyBooks bank = new FaultyBooks(FaultyBooks.Fault.NONE)) {
            Inspector inspector = bank.inspector();
            BankSums before = inspector.sums();
            assertThat(worked(inspector).difference(before, inspector.sums())).isNull();
        }
    }

    /** Such as one that remembers its keys, and started with balances of an older snapshot. */
    @ParameterizedTest
    @EnumSource(
            value = FaultyBooks.Fault.class,
            names = {"DOES_NOTHING", "FORGETS_THE_HISTORY"})
    void aBankThatFindsEveryKeyAndLacksTheTransactionsIsFound(FaultyBooks.Fault fault) throws IOException {
        try (FaultyBooks bank = new FaultyBooks(fault)) {
            Inspector inspector = bank.inspector();
            BankSums before = inspector.sums();
            assertThat(worked(inspector).difference(before, inspector.sums()))
                    .contains("The history grew by 0 postings");
        }
    }

    @ParameterizedTest
    @CsvSource({"NONE, HELD", "MAKES_LOOKUPS_UP, BROKEN"})
    void aDepositThatWasToldMustBeThereWithItsBalance(FaultyBooks.Fault fault, AcidTest.Outcome outcome)
            throws IOException {
        try (FaultyBooks bank = new FaultyBooks(fault)) {
            Inspector inspector = bank.inspector();
            try (BalanceWatch watch = BalanceWatch.start(inspector)) {
                await(() -> inspector.info().position() > REQUESTS);
                watch.end();
                assertThat(watch.judge(inspector).test().outcome()).isEqualTo(outcome);
            }
        }
    }

    /** The bank has to remember the keys of the whole kill test, and so those of these deposits. */
    @Test
    void balancesAreWatchedByDepositsAtABoundedRate() throws IOException {
        try (FaultyBooks bank = new FaultyBooks(FaultyBooks.Fault.NONE)) {
            Inspector inspector = bank.inspector();
            long begun = System.nanoTime();
            try (BalanceWatch watch = BalanceWatch.start(inspector)) {
                await(() -> inspector.info().position() > REQUESTS);
                watch.end();
                double seconds = (System.nanoTime() - begun) / 1e9;
                // Each of four threads makes its first one at once.
                assertThat((double) watch.answers().size())
                        .isLessThanOrEqualTo(BalanceWatch.DEPOSITS_PER_SECOND * seconds + 4);
            }
        }
    }

    @Test
    void aBankWithAnotherClientIsNotCertified() throws IOException {
        try (FaultyBooks alone = new FaultyBooks(FaultyBooks.Fault.NONE);
                FaultyBooks shared = new FaultyBooks(FaultyBooks.Fault.IS_SHARED)) {
            Certification.requireNoOtherClient(alone.inspector(), 100_000_000);
            assertThatThrownBy(() -> Certification.requireNoOtherClient(shared.inspector(), NANOS_MAX))
                    .isInstanceOf(RunFailure.class)
                    .hasMessageContaining("another client");
        }
    }

    @Test
    void aBankOfOtherRulesIsRefusedAndThePresetIsNamed() throws IOException {
        try (FaultyBooks gray = new FaultyBooks(FaultyBooks.Fault.NONE)) {
            CertifyPlan small = Plans.in(folder, gray.url());
            CertifyPlan plan = new CertifyPlan(
                    small.server(),
                    Scenario.TPCA,
                    small.scale(),
                    small.loads(),
                    small.report(),
                    small.seed(),
                    small.prices(),
                    small.command());
            Player none = (run, talk) -> {
                throw new AssertionError("a load was played");
            };
            Talk silent = new Talk(new PrintStream(OutputStream.nullOutputStream()));
            assertThatThrownBy(() -> new Certification(plan, none, silent).run())
                    .isInstanceOf(RunFailure.class)
                    .hasMessageEndingWith("keeps the rules of gray2005, not those of tpca. Give --preset gray2005");
        }
    }

    /** Requested in a window that is believed to begin earlier than it does, as by a wrong length of the ramp-up. */
    @Test
    void checkpointsThatAreMadeBeforeTheWindowAreFound() throws IOException {
        Duration window = Duration.ofMillis(100);
        Duration rampUp = Duration.ofSeconds(30);
        try (FaultyBooks bank = new FaultyBooks(FaultyBooks.Fault.NONE)) {
            Instant began = SteadyTime.OF_PROCESS.instant();
            try (Checkpoints checkpoints = Checkpoints.start(bank.inspector(), Duration.ZERO, window)) {
                await(() -> checkpoints.since(began).size() == 3);
                assertThat(checkpoint(checkpoints.since(began))).isEqualTo(Verdict.PASS);
                assertThat(checkpoint(checkpoints.since(began.plus(rampUp)))).isEqualTo(Verdict.VOID);
            }
        }
    }

    private static Verdict checkpoint(List<Checkpoint> checkpoints) {
        RunResult result = Results.of(Plans.playing(List.of(100)), 60, 60);
        return Judge.judge(
                        RunEvidence.of(result, Double.POSITIVE_INFINITY, checkpoints),
                        new Asked(false, false, false, true),
                        new SplittableRandom(1))
                .findings()
                .stream()
                .filter(finding -> finding.rule().equals("a checkpoint in the window"))
                .findFirst()
                .orElseThrow()
                .verdict();
    }

    /** A large bank takes minutes for a snapshot, and the window must hold all of it. */
    @Test
    void theFirstCheckpointIsRequestedEarlyInTheWindow() throws IOException {
        try (FaultyBooks bank = new FaultyBooks(FaultyBooks.Fault.NONE)) {
            Instant began = SteadyTime.OF_PROCESS.instant();
            try (Checkpoints checkpoints = Checkpoints.start(bank.inspector(), Duration.ZERO, Duration.ofSeconds(60))) {
                await(() -> !checkpoints.since(began).isEmpty());
                assertThat(checkpoints.since(began).get(0).fromSeconds()).isBetween(3.0, 7.5);
            }
        }
    }

    /** Only a server that has no snapshots is excused from a checkpoint in the window. */
    @ParameterizedTest
    @CsvSource({"404, false", "403, false", "500, true", "503, true"})
    void aSnapshotThatFailsIsNotOneThatIsNotOffered(int status, boolean offered) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        Inspector inspector = new Inspector(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), null);
        try (Checkpoints checkpoints = Checkpoints.start(inspector, Duration.ZERO, Duration.ofMillis(100))) {
            await(() -> checkpoints.failure() != null);
            assertThat(checkpoints.failure()).contains("answered " + status);
            assertThat(checkpoints.offered()).isEqualTo(offered);
        } finally {
            server.stop(0);
        }
    }
}
