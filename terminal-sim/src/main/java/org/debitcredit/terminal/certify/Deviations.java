package org.debitcredit.terminal.certify;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.debitcredit.bank.BankScale;
import org.debitcredit.bank.Preset;
import org.debitcredit.workload.Scenario;

/** The rule set in words, and where a certification deviates from it. */
final class Deviations {

    private static final Path DEVICES = Path.of("/sys/dev/block");
    private static final Duration WINDOW_MIN = Duration.ofMinutes(15);

    private Deviations() {}

    static String ruleSet(CertifyPlan plan) {
        return plan.scenario().preset() == Preset.TPCA
                ? "DebitCredit after TPC-A: each terminal makes one request in 10 s on average, 90 % of the answers come "
                        + "within 2 s; for each transaction a second there are one branch, ten tellers, ten terminals and "
                        + "100,000 accounts; 15 % of the requests are for accounts of another branch; requests have 100 "
                        + "bytes or more and answers 200."
                : "DebitCredit after Gray and Levine (2005): each terminal makes one request in 100 s on average, 90 % of "
                        + "the answers come within 2 s; for each transaction a second there are 100,000 accounts in ten "
                        + "branches, and 100 terminals; 15 % of the requests are for accounts of the whole bank.";
    }

    /** Each in a sentence, the weightiest first. */
    static List<String> of(CertifyPlan plan, List<Tested> tests, List<String> checkpointFailures) {
        List<String> deviations = new ArrayList<>();
        if (plan.server().url() != null) {
            deviations.add("The server at " + plan.server().url()
                    + " was running already: its settings, its machine and its media "
                    + "were not examined, and what destroys something was not done.");
        } else {
            media(plan, deviations);
            deviations.add("Terminals and server ran on the same machine.");
            deviations.add(sentence(
                    "The loss of a medium and a power cut are tested on a bank of the same settings with %,d accounts.",
                    plan.scenario().preset().scale(SmallerBank.branches(plan)).accounts()));
        }
        if (plan.loads().window().compareTo(WINDOW_MIN) < 0) {
            deviations.add(sentence(
                    "The window of measurement was %,d s; the rules ask for 15 minutes or more.",
                    plan.loads().window().toSeconds()));
        }
        if (!plan.loads().percents().equals(LoadPlan.RULES_PERCENTS)) {
            deviations.add("The loads were "
                    + plan.loads().percents().stream()
                            .map(percent -> percent + " %")
                            .collect(Collectors.joining(", "))
                    + " of the rate; the rules ask for about 50, 80 and 100 %.");
        }
        Scenario rules = plan.scenario().preset() == Preset.TPCA ? Scenario.TPCA : Scenario.GRAY2005;
        if (!plan.scenario().think().equals(rules.think())) {
            deviations.add(sentence(
                    "The mean think time was %.3f s instead of %d s.",
                    plan.scenario().think().mean().toMillis() / 1e3,
                    rules.think().mean().toSeconds()));
        }
        deviations.add("Rows are not padded to the sizes of the rules.");
        checkpointFailures.forEach(failure -> deviations.add("A checkpoint was not taken: " + failure));
        notRun(tests)
                .forEach((why, names) -> deviations.add((names.size() == 1 ? "The test " : "The tests ")
                        + String.join(", ", names)
                        + (names.size() == 1 ? " was" : " were")
                        + " not run. "
                        + why));
        return deviations;
    }

    /** Of a bank that is smaller than the terminals need. */
    static List<String> ofScale(BankScale scale, int terminals) {
        return scale.tellers() >= terminals
                ? List.of()
                : List.of(sentence(
                        "%s shared %,d tellers; the rules ask for a teller for each terminal.",
                        LoadPlan.words(terminals), scale.tellers()));
    }

    /** What the first words of the report say of them: what the loads lacked. */
    static List<String> foremost(CertifyPlan plan) {
        List<String> foremost = new ArrayList<>();
        if (plan.server().url() == null && plan.server().mirrorFolder() == null) {
            foremost.add("The loads ran without a mirror.");
        }
        List<Integer> missing = new ArrayList<>(LoadPlan.RULES_PERCENTS);
        missing.removeAll(plan.loads().percents());
        if (!missing.isEmpty()) {
            foremost.add(missing.stream().map(percent -> percent + " %").collect(Collectors.joining(" and "))
                    + " of the rate " + (missing.size() == 1 ? "was" : "were") + " not played.");
        }
        return foremost;
    }

    /** The names of the tests that could not be run, by their reason. */
    private static Map<String, List<String>> notRun(List<Tested> tests) {
        return tests.stream()
                .filter(test -> !test.possible())
                .collect(Collectors.groupingBy(
                        test -> test.test().found(),
                        LinkedHashMap::new,
                        Collectors.mapping(test -> "\"" + test.test().name() + "\"", Collectors.toList())));
    }

    private static void media(CertifyPlan plan, List<String> deviations) {
        Path mirror = plan.server().mirrorFolder();
        if (mirror == null) {
            deviations.add(
                    "The loads ran without a mirror, so that the loss of the one disk would lose the bank; the loss "
                            + "of a medium is tested on another bank, which has a mirror.");
            deviations.add("The mirror of that bank is on the same device as its data.");
            return;
        }
        String shared = Storage.of(plan.server().dataFolder()).sharedWith(Storage.of(mirror), DEVICES);
        if (!shared.isEmpty()) {
            deviations.add(shared);
        }
    }

    private static String sentence(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
