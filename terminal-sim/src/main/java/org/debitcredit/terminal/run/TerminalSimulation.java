package org.debitcredit.terminal.run;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The terminals of a run as Gatling's users. Gatling creates it by its name, so that {@link #prepare} sets the run. */
public final class TerminalSimulation extends Simulation {

    private static final AtomicReference<@Nullable Run> PREPARED = new AtomicReference<>();

    /** Called by Gatling. */
    public TerminalSimulation() {
        Run run = PREPARED.getAndSet(null);
        if (run == null) {
            throw new IllegalStateException("no run was prepared; terminals are started by ./bank");
        }
        setUp(scenario("terminals").exec(terminal(run)).injectOpen(arrivals(run.plan())))
                .protocols(http.baseUrl(run.plan().url().toString())
                        .disableWarmUp()
                        .shareConnections());
    }

    /** Sets the run of the next simulation in this process. */
    static void prepare(Run run) {
        PREPARED.set(run);
    }

    private static ActionBuilder terminal(Run run) {
        return () -> new TerminalActions(run);
    }

    private static OpenInjectionStep arrivals(RunPlan plan) {
        Duration rampUp = plan.phases().rampUp();
        return rampUp.isZero()
                ? atOnceUsers(plan.terminals())
                : rampUsers(plan.terminals()).during(rampUp);
    }
}
