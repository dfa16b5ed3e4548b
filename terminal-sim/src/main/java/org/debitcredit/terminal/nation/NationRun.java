package org.debitcredit.terminal.nation;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.debitcredit.bank.Preset;
import org.debitcredit.console.FailureText;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.contract.Funding;
import org.debitcredit.terminal.contract.KeyedAnswers;
import org.debitcredit.terminal.contract.RestFunding;
import org.debitcredit.terminal.run.SteadyTime;
import org.debitcredit.terminal.run.SuccessFile;
import org.debitcredit.terminal.server.TemporaryFolder;
import org.debitcredit.transaction.Transaction;

/** Starts the regions of a plan, plays the ATMs in them, and looks what became of everything. */
final class NationRun {

    private static final int FUNDED_AT_ONCE = 2;
    private static final long PROGRESS_SECONDS = 2;

    private final NationPlan plan;
    private final Talk talk;
    private final NationServices services;
    private final List<URI> urls;
    private final List<BankHttp> regions;

    private NationRun(NationPlan plan, Talk talk, NationServices services) {
        this.plan = plan;
        this.talk = talk;
        this.services = services;
        urls = all().stream().map(services::url).toList();
        regions = urls.stream().map(url -> new BankHttp(url, null)).toList();
    }

    /**
     * Plays to the end. Stops the services and deletes their data, also after a failure.
     *
     * @param folder of the report and the services' logs
     */
    static NationResult play(NationPlan plan, Path folder, Talk talk) {
        talk.say(
                "starting %d regions: %s each, ledger %s, heap %d MB",
                plan.regions(), plan.scale(), plan.ledger(), plan.heapMegabytes());
        try (TemporaryFolder answers = TemporaryFolder.in(folder, "answers-");
                NationServices services = NationServices.start(plan, folder, talk)) {
            return new NationRun(plan, talk, services).play(answers.path());
        } catch (IOException unwritable) {
            throw new RunFailure("cannot write to " + folder + ": " + FailureText.of(unwritable), unwritable);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RunFailure("interrupted while the ATMs were playing", interrupted);
        }
    }

    private List<Integer> all() {
        return IntStream.range(0, plan.regions()).boxed().toList();
    }

    private NationResult play(Path answerFolder) throws IOException, InterruptedException {
        List<Transaction> deposits = deposits();
        talk.say("paying in opening balances of %,d accounts in every region", deposits.size());
        EachRegion.of(all(), FUNDED_AT_ONCE, region -> payIn(region, deposits));
        List<Long> positionsBefore =
                regions.stream().map(region -> region.bank().position()).toList();
        List<Path> answerFiles = all().stream()
                .map(region -> answerFolder.resolve("region-" + region))
                .toList();
        Outages outages = new Outages(plan.regions());
        Instant began = SteadyTime.OF_PROCESS.instant();
        long beganNanos = System.nanoTime();
        LongSupplier clock = () -> System.nanoTime() - beganNanos;
        List<SuccessFile> files = open(answerFiles);
        Duration processorBefore = services.processorTime();
        NationTraffic traffic = new NationTraffic(plan, clock, outages, files);
        all().forEach(region -> deposits.forEach(deposit -> traffic.opened(region, deposit)));
        try (InTransitWatch watch = new InTransitWatch(regions, clock)) {
            watch.begin();
            try {
                play(traffic, outages, watch);
            } finally {
                close(files);
            }
            Duration processorTime = services.processorTime().minus(processorBefore);
            Reckoning reckoning = Reckoning.of(plan, regions, traffic, positionsBefore, answerFiles, talk);
            return new NationResult(
                    plan,
                    began,
                    traffic.local(),
                    traffic.outOfTown(),
                    traffic.localBySecond(),
                    traffic.outOfTownBySecond(),
                    traffic.refused(),
                    traffic.repeated(),
                    traffic.failures(),
                    plan.isKilling() ? Duration.ZERO : processorTime,
                    outages.all(),
                    watch.samples(),
                    watch.pairs(),
                    reckoning);
        }
    }

    /** Of each region: to all accounts that customers use, each at a till of its branch. */
    private List<Transaction> deposits() {
        List<Transaction> deposits = new ArrayList<>();
        for (int i = 0; i < plan.funded(); i++) {
            long till = plan.scale().tellerId(i % plan.branches(), i / plan.branches() % Preset.TELLERS_PER_BRANCH);
            deposits.add(Transaction.deposit(till, plan.fundedAccount(i), Funding.OPENING_MINOR));
        }
        return deposits;
    }

    private void payIn(int region, List<Transaction> deposits) {
        BankInfo bank = regions.get(region).bank();
        new RestFunding(regions.get(region)).payIn(deposits, bank, new KeyedAnswers(bank.position()));
    }

    private static List<SuccessFile> open(List<Path> answerFiles) throws IOException {
        List<SuccessFile> files = new ArrayList<>();
        for (Path file : answerFiles) {
            files.add(new SuccessFile(file));
        }
        return files;
    }

    private static void close(List<SuccessFile> files) throws IOException {
        for (SuccessFile file : files) {
            file.close();
        }
    }

    private void play(NationTraffic traffic, Outages outages, InTransitWatch watch) throws InterruptedException {
        talk.say(
                "%,d ATMs begin: %s, thinking %,d ms on average, %d %% out of town",
                plan.terminals(),
                plan.branches() + " branches x " + plan.atmsPerBranch() + " ATMs in every region",
                plan.think().mean().toMillis(),
                plan.outOfTownPercent());
        Kills kills = new Kills(plan, services, outages, traffic, talk);
        try (Atms atms = new Atms(plan, urls, traffic)) {
            atms.begin();
            if (plan.isKilling()) {
                kills.begin();
            }
            while (!traffic.awaitEnd(PROGRESS_SECONDS)) {
                tell(traffic, outages, watch);
            }
            kills.end();
        }
        Throwable crash = traffic.crash();
        if (crash != null) {
            throw new RunFailure("the run failed: " + crash, crash);
        }
    }

    private void tell(NationTraffic traffic, Outages outages, InTransitWatch watch) {
        talk.say(
                "  %,4d s of %,d s: %,d answers, %,d out of town, %s in transit, %d services killed",
                TimeUnit.NANOSECONDS.toSeconds(traffic.nanos()),
                plan.duration().toSeconds(),
                traffic.transactions(),
                traffic.outOfTown().all().getTotalCount(),
                NationText.money(watch.latestMinor()),
                outages.kills());
    }
}
