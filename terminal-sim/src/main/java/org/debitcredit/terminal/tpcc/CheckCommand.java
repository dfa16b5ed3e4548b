package org.debitcredit.terminal.tpcc;

import java.util.List;
import java.util.concurrent.Callable;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.tpcc.report.FiguresJson;
import org.debitcredit.terminal.tpcc.run.TpccClient;
import org.debitcredit.tpcc.wire.v1.ConditionResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tpcc check}. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Check the consistency conditions (clause 3.3.2) on the server's database.",
            "Exit code 0: all hold; 1: one does not."
        })
final class CheckCommand implements Callable<Integer> {

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--after-load", description = "Nothing has run since the load: condition 11 must hold too.")
    private boolean isAfterLoad;

    @Override
    public Integer call() {
        Talk talk = Talk.of(server.isJson());
        try (TpccClient client = server.connect()) {
            List<ConditionResult> results = client.check(isAfterLoad, result -> tell(talk, result));
            if (server.isJson()) {
                System.out.println(FiguresJson.of(results));
            }
            return results.stream().allMatch(ConditionResult::getHolds) ? 0 : 1;
        }
    }

    static void tell(Talk talk, ConditionResult result) {
        talk.say(
                "condition %d %s",
                result.getCondition(),
                result.getHolds()
                        ? "holds"
                        : "does not hold for " + result.getOffenders() + ": "
                                + String.join("; ", result.getOffenderList()));
    }
}
