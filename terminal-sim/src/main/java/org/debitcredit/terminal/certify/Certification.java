package org.debitcredit.terminal.certify;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.debitcredit.bank.BankScale;
import org.debitcredit.console.Version;
import org.debitcredit.measure.verdict.Finding;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.terminal.report.AcidTest;
import org.debitcredit.terminal.report.AnswerReconciliation;
import org.debitcredit.terminal.report.Disclosure;
import org.debitcredit.terminal.report.MeasuredLoad;
import org.debitcredit.terminal.server.TemporaryBank;
import org.debitcredit.terminal.server.TemporaryBankFolders;
import org.jspecify.annotations.Nullable;

/** One certification, from an empty directory or a running server to everything that its report discloses. */
final class Certification {

    private static final String OUTSIDE =
            "The server's process and its files are needed, and cannot be reached from outside.";

    private static final long ALONE_NANOS = 2_000_000_000L;

    private final CertifyPlan plan;
    private final Player player;
    private final Talk talk;
    private final Loads loads;
    private final Consistency books;
    private final Instant began = Instant.now();
    private final List<Tested> tests = new ArrayList<>();
    private final List<Finding> findings = new ArrayList<>();
    private final CertificationSteps steps;
    private final SortedMap<String, String> bankFacts = new TreeMap<>();
    private final SortedMap<String, String> probe = new TreeMap<>();
    private List<MeasuredLoad> measured = List.of();
    private @Nullable BankScale scale;
    private @Nullable Finding ended;
    private @Nullable AnswerReconciliation reconciliation;

    Certification(CertifyPlan plan, Player player, Talk talk) {
        this.plan = plan;
        this.player = player;
        this.talk = talk;
        this.loads = new Loads(plan, player, talk);
        this.books = new Consistency(plan.seed());
        this.steps = new CertificationSteps(talk);
    }

    Disclosure run() {
        URI url = plan.server().url();
        if (url == null) {
            ownServer();
            destroyed();
        } else {
            fromOutside(url);
        }
        tests.add(books.tested());
        addUnreached();
        tests.sort(
                Comparator.comparingInt(test -> AcidTest.IDS.indexOf(test.test().id())));
        SortedMap<String, String> machine = new TreeMap<>();
        steps.carryOut("describing the machine", () -> machine.putAll(CertifiedMachine.describe(plan)));
        List<String> deviations = new ArrayList<>();
        steps.carryOut("listing the deviations", () -> deviations.addAll(deviations()));
        return new Disclosure(
                "DebitCredit ("
                        + (plan.scenario().name().equals("tpca")
                                ? "after TPC-A"
                                : plan.scenario().name()) + ")",
                began,
                new Version().getVersion()[0],
                OverallVerdict.of(verdicts(), others(), tests, reconciliation),
                Deviations.ruleSet(plan),
                deviations,
                Deviations.foremost(plan),
                machine,
                probe,
                bankFacts,
                measured,
                tests.stream().map(Tested::test).toList(),
                reconciliation,
                plan.prices(),
                plan.command());
    }

    /** What was found besides loads and tests. */
    private List<Finding> others() {
        List<Finding> others = new ArrayList<>(findings);
        if (ended != null) {
            others.add(ended);
        }
        others.addAll(steps.failed());
        return others;
    }

    /** A test that could have been run leaves the certification undecided. */
    private void addUnreached() {
        for (String id : AcidTest.IDS) {
            if (tests.stream().noneMatch(test -> test.test().id().equals(id))) {
                tests.add(Tested.notBegun(id, "The certification did not come so far."));
            }
        }
    }

    private List<String> deviations() {
        List<String> deviations = new ArrayList<>();
        if (findings.stream().anyMatch(DurabilityRule::isBroken)) {
            deviations.add(
                    "The server does not say that its journal is on a disk. If the journal is in memory, a power "
                            + "cut loses what was answered.");
        }
        if (scale != null) {
            deviations.addAll(Deviations.ofScale(scale, plan.loads().terminals()));
        }
        deviations.addAll(Deviations.of(plan, tests, loads.checkpointFailures()));
        return deviations;
    }

    private SortedMap<Integer, RunVerdict> verdicts() {
        SortedMap<Integer, RunVerdict> verdicts = new TreeMap<>();
        measured.forEach(load -> verdicts.put(load.percent(), load.verdict()));
        return verdicts;
    }

    private void ownServer() {
        talk.say("probing the storage");
        steps.carryOut("probing the storage", this::probe);
        talk.say("founding and starting a bank: %s, %s", plan.scenario().preset(), plan.scale());
        steps.carryOut("starting and stopping the bank", () -> {
            TemporaryBankFolders folders = TemporaryBankFolders.in(
                    plan.server().dataFolder(),
                    plan.server().mirrorFolder(),
                    plan.report().resolve("server.log"));
            try (TemporaryBank bank = TemporaryBank.start(CertificationServers.plan(plan), folders, talk)) {
                used(bank);
                talk.say("stopping the bank");
            }
        });
    }

    private void probe() {
        Storage.of(plan.server().dataFolder()).probe(probe, "data");
        Path mirror = plan.server().mirrorFolder();
        if (mirror != null) {
            Storage.of(mirror).probe(probe, "mirror");
        }
    }

    private void used(TemporaryBank bank) {
        Inspector inspector = new Inspector(bank.url(), null);
        String ledger = plan.server().ledger();
        if (SecondConnection.hindrance(ledger).isEmpty()) {
            steps.carryOut("describing the database", () -> describeDatabase(ledger));
        }
        loaded(bank.url(), inspector);
        if (ended == null) {
            steps.carryOut("the kill test", inspector, () -> kill(bank, inspector));
        }
    }

    private void describeDatabase(String url) {
        try (SecondConnection database = SecondConnection.forReading(url)) {
            bankFacts.put("database", database.versions());
        }
    }

    private void kill(TemporaryBank bank, Inspector inspector) {
        KillTest.Outcome killed = new KillTest(plan, bank, player, talk).run();
        tests.add(killed.killNine());
        reconciliation = killed.reconciliation();
        if (!bank.isAlive()) {
            tests.add(killed.isolation());
            return;
        }
        talk.say("testing isolation by two connections");
        tests.add(TwoConnections.test(inspector, plan.server().ledger(), killed.isolation()));
        steps.carryOut("the books after the kill", inspector, () -> books.check("after the kill", inspector));
    }

    /**
     * Everything from the first request to the last load. What ends it early is a finding, and the report is written.
     */
    private void loaded(URI url, Inspector inspector) {
        try {
            describe(inspector.description());
            talk.say("testing atomicity and consistency");
            books.check("before the loads", inspector);
            tests.add(Atomicity.test(inspector, plan.seed()));
            measured = loads.play(url);
            ended = loads.ended();
            if (ended == null) {
                talk.say("comparing the books");
                books.check("after the loads", inspector);
            }
        } catch (RuntimeException failed) {
            ended = ServiceRule.ended(inspector, failed);
        }
        if (ended != null) {
            talk.say("%s", ended);
        }
    }

    private void destroyed() {
        // The database of a URL holds the certified bank, and one database holds one bank.
        String ledger = plan.server().ledger().startsWith("jdbc:")
                ? "memory"
                : plan.server().ledger();
        steps.carryOut("the loss of a medium", () -> tests.addAll(new LostMedia(plan, books, talk).run(ledger)));
        steps.carryOut("the power cut", () -> tests.add(new PowerCut(plan, books, talk).run(ledger)));
        steps.carryOut("the loss of the database", () -> tests.add(new DatabaseLost(plan, books, talk).run()));
    }

    private void fromOutside(URI url) {
        Inspector inspector = new Inspector(url, plan.server().token());
        requireRules(inspector.info());
        requireNoOtherClient(inspector, ALONE_NANOS);
        loaded(url, inspector);
        for (String id : List.of(
                AcidTest.ISOLATION,
                AcidTest.KILL_NINE,
                AcidTest.POWER_CUT,
                AcidTest.JOURNAL_LOST,
                AcidTest.MIRROR_LOST,
                AcidTest.DATABASE_LOST)) {
            tests.add(Tested.impossible(id, OUTSIDE));
        }
    }

    /** The report would claim rules that the bank does not keep. */
    private void requireRules(BankInfo bank) {
        if (bank.preset() != plan.scenario().preset()) {
            throw new RunFailure("the bank at " + plan.server().url() + " keeps the rules of " + bank.preset()
                    + ", not those of " + plan.scenario().preset() + ". Give --preset " + bank.preset());
        }
    }

    /** What another client does would look like broken books. */
    static void requireNoOtherClient(Inspector bank, long nanos) {
        long before = bank.info().position();
        if (SmallerBank.await(() -> bank.info().position() != before, nanos)) {
            throw new RunFailure("the bank has another client: its position went from " + before + " to "
                    + bank.info().position() + " while nothing was sent. Certify a bank without other clients");
        }
    }

    private void describe(JsonNode server) {
        BankScale found = BankInfo.of(server).scale();
        scale = found;
        bankFacts.put("branches", number(found.branches()));
        bankFacts.put("tellers", number(found.tellers()));
        bankFacts.put("accounts", number(found.accounts()));
        bankFacts.put(
                "rows", "account, teller and branch: an id and a balance; history: account, teller, amount, time, key");
        bankFacts.put("terminals", number(plan.loads().terminals()));
        bankFacts.put("scale allows", number((long) CertifyPlan.scalePerSecond(found)) + " transactions a second");
        told(server, "preset", "preset");
        told(server, "ledger", "ledger");
        told(server, "journal", "journalKind");
        told(server, "currency", "currency");
        boolean durable = server.path("durable").asBoolean(false);
        String notDurable = server.has("durable") ? "no: the journal is in memory" : "unknown";
        bankFacts.put("durable", durable ? "yes" : notDurable);
        findings.add(DurabilityRule.finding(durable));
        if (server.has("keyWindow")) {
            bankFacts.put("keys remembered", number(server.path("keyWindow").asLong()));
        }
        String mirror = plan.server().mirrorFolder() == null ? "none" : "yes";
        bankFacts.put("mirror", plan.server().url() == null ? mirror : "unknown");
    }

    private void told(JsonNode server, String name, String field) {
        if (server.has(field)) {
            bankFacts.put(name, server.path(field).asText());
        }
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
