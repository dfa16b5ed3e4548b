package org.debitcredit.terminal.certify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.debitcredit.measure.verdict.Asked;
import org.debitcredit.measure.verdict.Checkpoint;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.Judge;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.report.MeasuredLoad;
import org.debitcredit.terminal.run.FailureRule;
import org.debitcredit.terminal.run.Phases;
import org.debitcredit.terminal.run.RefusalRule;
import org.debitcredit.terminal.run.RunEvidence;
import org.debitcredit.terminal.run.RunPlan;
import org.debitcredit.terminal.run.RunResult;
import org.debitcredit.terminal.run.TellerRule;
import org.debitcredit.workload.ThinkTime;
import org.jspecify.annotations.Nullable;

/** The measured loads, one after the other, each with checkpoints in its window and a verdict. */
final class Loads {

    /** The same as of every command with terminals. */
    private static final int STARTS_PER_SECOND = 10_000;

    private static final Duration RAMP_UP_MIN = Duration.ofSeconds(1);
    private static final int WARMING_TERMINALS_MAX = 1_000;
    private static final long WARMING_PER_SECOND = 1_500;
    private static final Duration WARMING_MAX = Duration.ofSeconds(20);
    private static final Duration RAMP_DOWN = Duration.ofSeconds(2);

    private final CertifyPlan plan;
    private final Player player;
    private final Talk talk;
    private final TreeSet<String> checkpointFailures = new TreeSet<>();
    private @Nullable Finding ended;

    Loads(CertifyPlan plan, Player player, Talk talk) {
        this.plan = plan;
        this.player = player;
        this.talk = talk;
    }

    /** Plays all of them against the server, until one does not come to its end or the server does not answer. */
    List<MeasuredLoad> play(URI url) {
        List<MeasuredLoad> loads = new ArrayList<>();
        Inspector inspector = new Inspector(url, plan.server().token());
        try {
            RunBooks books = RunBooks.open(inspector);
            if (plan.server().url() == null) {
                warm(url, inspector, books);
            }
            for (int percent : plan.loads().percents()) {
                if (ended != null) {
                    break;
                }
                loads.add(play(url, percent, inspector, books));
            }
        } catch (RuntimeException failed) {
            ended = ServiceRule.ended(inspector, failed);
        }
        return loads;
    }

    /**
     * Plays a short run that nobody measures, at a high rate, so that both JVMs have compiled what they run. At the
     * rate of the first load, this would take longer than its warm-up, and response times would fall throughout its
     * window. A service that no longer answers afterwards has failed, although nothing was measured. So has one that
     * failed a request, or whose books lack what it answered.
     */
    private void warm(URI url, Inspector inspector, RunBooks books) {
        int terminals = Math.min(plan.loads().terminals(), WARMING_TERMINALS_MAX);
        ThinkTime think = new ThinkTime(Duration.ofMillis(Math.max(1, terminals * 1_000L / WARMING_PER_SECOND)));
        Duration length =
                plan.loads().warmUp().compareTo(WARMING_MAX) < 0 ? plan.loads().warmUp() : WARMING_MAX;
        talk.say("warming up");
        RunResult result = player.play(
                new RunPlan(
                        url,
                        plan.server().token(),
                        plan.scenario().thinking(think),
                        terminals,
                        new Phases(
                                RAMP_UP_MIN,
                                Duration.ZERO,
                                Duration.ofSeconds(Math.max(1, length.toSeconds())),
                                Duration.ZERO),
                        plan.seed(),
                        folder(plan.report(), "warm-up")),
                talk);
        ended = ServiceRule.afterWarmUp(inspector, result);
        if (ended == null) {
            List<Finding> findings = new ArrayList<>();
            findings.add(FailureRule.finding(result));
            findings.addAll(books.after(result));
            ended = broken(findings);
        }
    }

    /** The first finding of a broken rule; null if there is none. */
    private static @Nullable Finding broken(List<Finding> findings) {
        for (Finding finding : findings) {
            if (finding.verdict() == Verdict.FAIL) {
                return new Finding(finding.rule(), Verdict.FAIL, "in the unmeasured warm-up " + finding.reason());
            }
        }
        return null;
    }

    private MeasuredLoad play(URI url, int percent, Inspector inspector, RunBooks books) {
        int terminals = plan.loads().terminals(percent);
        Phases phases = phases(terminals, plan.loads().warmUp(), plan.loads().window());
        RunPlan run = new RunPlan(
                url,
                plan.server().token(),
                plan.scenario(),
                terminals,
                phases,
                plan.seed() + percent,
                folder(plan.report(), "load-" + percent));
        talk.say(
                "load of %d %%: %s for %d s",
                percent, LoadPlan.words(terminals), phases.total().toSeconds());
        try (Checkpoints checkpoints = Checkpoints.start(inspector, phases.untilWindow(), phases.window())) {
            RunResult result = player.play(run, talk);
            String failure = checkpoints.failure();
            if (failure != null) {
                checkpointFailures.add(failure);
            }
            List<Checkpoint> taken = checkpoints.since(result.windowBegan());
            RunVerdict verdict = judge(result, taken, checkpoints.offered(), inspector, books);
            talk.say(
                    "load of %d %%: %,.1f answers a second, %s",
                    percent, result.traffic().perSecond(), verdict.verdict().word());
            return new MeasuredLoad(percent, result, taken, verdict);
        }
    }

    private RunVerdict judge(
            RunResult result, List<Checkpoint> taken, boolean checkpointsOffered, Inspector inspector, RunBooks books) {
        RunVerdict measured = Judge.judge(
                RunEvidence.of(result, CertifyPlan.scalePerSecond(result.bank().scale()), taken),
                asked(checkpointsOffered),
                new SplittableRandom(plan.seed()),
                Judge.PER_RUN / plan.loads().percents().size());
        List<Finding> findings = new ArrayList<>(measured.findings());
        findings.add(TellerRule.finding(result));
        findings.add(RefusalRule.finding(result));
        findings.add(FailureRule.finding(result));
        findings.addAll(afterwards(result, inspector, books));
        return RunVerdict.of(findings);
    }

    /** What the bank says after a load. If it says nothing, no further load is played. */
    private List<Finding> afterwards(RunResult result, Inspector inspector, RunBooks books) {
        long failed =
                result.failures().values().stream().mapToLong(Long::longValue).sum();
        List<Finding> findings = new ArrayList<>();
        try {
            findings.add(
                    PositionRule.finding(result.positions(), inspector.info().position(), failed));
            findings.addAll(books.after(result));
        } catch (RuntimeException unanswered) {
            Finding why = ServiceRule.ended(inspector, unanswered);
            ended = why;
            findings.add(new Finding(
                    RunBooks.GREW,
                    why.verdict(),
                    "the books could not be read after the load: " + CertificationSteps.text(unanswered)));
        }
        return findings;
    }

    /** Why the loads ended before the last one had been played; null if they did not. */
    @Nullable
    Finding ended() {
        return ended;
    }

    /** A running server that offers no snapshots cannot be asked for one in the window; the report says so. */
    private Asked asked(boolean checkpointsOffered) {
        return new Asked(true, true, true, plan.server().url() == null || checkpointsOffered);
    }

    static Phases phases(int terminals, Duration warmUp, Duration window) {
        return new Phases(rampUp(terminals), warmUp, window, RAMP_DOWN);
    }

    static Duration rampUp(int terminals) {
        Duration rampUp = Duration.ofSeconds((terminals - 1) / STARTS_PER_SECOND + 1);
        return rampUp.compareTo(RAMP_UP_MIN) < 0 ? RAMP_UP_MIN : rampUp;
    }

    /** Why the server took no checkpoints, where it did not. */
    List<String> checkpointFailures() {
        return List.copyOf(checkpointFailures);
    }

    static Path folder(Path report, String name) {
        try {
            return Files.createDirectories(report.resolve(name));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
