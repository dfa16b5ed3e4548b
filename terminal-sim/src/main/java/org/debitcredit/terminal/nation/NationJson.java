package org.debitcredit.terminal.nation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.debitcredit.measure.verdict.RunVerdict;
import org.debitcredit.measure.verdict.Verdict;
import org.debitcredit.terminal.contract.Json;

/** The verdict as one JSON object. Amounts are in minor units. */
final class NationJson {

    private static final double DECIMALS = 1_000;

    private NationJson() {}

    static ObjectNode of(NationResult run, RunVerdict verdict, Path report) {
        Reckoning found = run.reckoning();
        ObjectNode json = Json.object();
        json.put("passed", verdict.verdict() == Verdict.PASS);
        json.put("verdict", verdict.verdict().word());
        json.put("regions", run.plan().regions());
        json.put("terminals", run.plan().terminals());
        json.put("transactions", run.transactions());
        json.put("outOfTown", run.outOfTown().all().getTotalCount());
        json.put("inTransit", found.rest().inTransitMinor());
        json.put("inTransitMax", run.inTransitMostMinor());
        json.put("unsettled", found.rest().unsettled());
        json.put("killed", run.killed());
        json.put("answers", found.answers().answers());
        json.put("lost", found.answers().lost());
        json.put("invariantsHold", found.notBalancing().isEmpty());
        json.put("tillsDiffering", found.tills().differing());
        json.put("p90Millis", rounded(AtmResponseTimes.p90Millis(run.allTimes())));
        json.put(
                "p90LocalMillis", rounded(AtmResponseTimes.p90Millis(run.local().all())));
        json.put(
                "p90OutOfTownMillis",
                rounded(AtmResponseTimes.p90Millis(run.outOfTown().all())));
        json.put(
                "p90LocalUndisturbedMillis",
                rounded(AtmResponseTimes.p90Millis(run.local().undisturbed())));
        json.put(
                "p90OutOfTownUndisturbedMillis",
                rounded(AtmResponseTimes.p90Millis(run.outOfTown().undisturbed())));
        json.put("transactionsPerSecond", rounded(run.transactionsPerSecond()));
        json.put("processorMicrosPerAnswer", rounded(run.processorMicrosPerAnswer()));
        json.put("refused", run.refused());
        json.put("failed", run.failed());
        json.put("repeats", run.repeats());
        json.put("seed", run.plan().seed());
        json.put("report", report.toString());
        ObjectNode failures = json.putObject("failures");
        run.failures().forEach(failures::put);
        ArrayNode against = json.putArray("against");
        verdict.reasons().forEach(finding -> against.add(finding.toString()));
        ArrayNode differences = json.putArray("differences");
        found.answers().differences().forEach(differences::add);
        return json;
    }

    private static double rounded(double value) {
        return Math.rint(value * DECIMALS) / DECIMALS;
    }
}
