package org.debitcredit.terminal.run;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.bodyBytes;
import static io.gatling.javaapi.core.CoreDsl.doIfOrElse;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.forAll;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.BankInfo;
import org.debitcredit.workload.AtmWorkload;
import org.debitcredit.workload.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * The ATMs as Gatling users: each one thinks, sends a request, waits for the answer and thinks again, until the end of
 * the run, after which no request starts. They think before the first request, so that requests are spread evenly from
 * the start. Gatling itself asserts that 90 % of responses take under 2 s, by type and overall, and that none failed.
 */
public final class AtmSimulation extends Simulation {

    private static final String WORKLOAD = "workload";
    private static final String EXCHANGE = "exchange";
    private static final String STATUS = "status";

    private static volatile @Nullable TerminalRun prepared;

    private final TerminalRun run;
    private final boolean alone;

    /**
     * Called by Gatling. Uses the run that a command has prepared, or makes one from the {@code bank.*} properties.
     */
    public AtmSimulation() {
        TerminalRun given = prepared;
        alone = given == null;
        run = given == null ? PropertiesPlan.run() : given;
        int limit = (int) AtmVerdict.P90_LIMIT_MILLIS;
        setUp(atms().injectOpen(arrivals()))
                .protocols(protocol())
                .assertions(
                        forAll().responseTime().percentile(90.0).lt(limit),
                        global().responseTime().percentile(90.0).lt(limit),
                        global().failedRequests().count().is(0L));
    }

    /** Sets the run of the next simulation in this process. */
    static void prepare(TerminalRun run) {
        prepared = run;
    }

    @Override
    public void before() {
        if (alone) {
            PropertiesPlan.funding(run.plan()).payIn(run.bank(), run.keyedAnswers());
        }
    }

    private OpenInjectionStep arrivals() {
        Duration ramp = run.plan().ramp();
        int terminals = run.plan().terminals();
        return ramp.isZero() ? atOnceUsers(terminals) : rampUsers(terminals).during(ramp);
    }

    private ScenarioBuilder atms() {
        return scenario("ATM")
                .exec(this::open)
                .exec(think())
                .exec(asLongAs(session -> run.remainingNanos() > 0).on(exec(ask(), think())))
                .exec(session -> {
                    run.close();
                    return session;
                });
    }

    private ChainBuilder ask() {
        return exec(session ->
                        session.set(EXCHANGE, new AtmExchange(workload(session).next())))
                .exec(doIfOrElse(session -> exchange(session).movesMoney())
                        .then(exec(checked(http(session -> exchange(session).name())
                                .post(BankHttp.TRANSACTIONS_PATH)
                                .header(
                                        BankHttp.KEY_HEADER,
                                        session -> exchange(session).key())
                                .header("Content-Type", "application/json")
                                .body(StringBody(session -> exchange(session).body(run))))))
                        .orElse(exec(checked(http(session -> exchange(session).name())
                                .get(session -> exchange(session).balancePath())))))
                .exec(session -> {
                    exchange(session).end(run);
                    return session.remove(EXCHANGE).markAsSucceeded();
                });
    }

    private HttpRequestActionBuilder checked(HttpRequestActionBuilder request) {
        return request.check(
                status().saveAs(STATUS), bodyBytes().validate("is an answer of the bank", (body, session) -> {
                    Answer answer = exchange(session).answered(run, session.getInt(STATUS), body);
                    if (answer instanceof Answer.Failed failed) {
                        throw new IllegalStateException(failed.reason());
                    }
                    return body;
                }));
    }

    private ChainBuilder think() {
        return pause(session -> Duration.ofNanos(Math.min(workload(session).thinkNanos(), run.remainingNanos())));
    }

    private Session open(Session session) {
        run.open();
        BankInfo bank = run.bank();
        // Gatling numbers its users from 1.
        long terminal = session.userId() - 1;
        return session.set(
                WORKLOAD,
                new AtmWorkload(
                        bank.scale(),
                        new Scenario("atm", bank.preset(), run.plan().think(), Scenario.ATM.percent()),
                        bank.preset(),
                        run.plan().seed(),
                        terminal,
                        bank.fundedPerBranch()));
    }

    private HttpProtocolBuilder protocol() {
        HttpProtocolBuilder protocol = http.baseUrl(run.plan().url().toString())
                .disableWarmUp()
                .disableCaching()
                .disableFollowRedirect()
                .shareConnections();
        String token = run.plan().token();
        return token == null ? protocol : protocol.authorizationHeader("Bearer " + token);
    }

    private static AtmWorkload workload(Session session) {
        return attribute(session, WORKLOAD, AtmWorkload.class);
    }

    private static AtmExchange exchange(Session session) {
        return attribute(session, EXCHANGE, AtmExchange.class);
    }

    private static <T> T attribute(Session session, String name, Class<T> type) {
        return type.cast(session.<Object>get(name));
    }
}
