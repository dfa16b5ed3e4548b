package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.debitcredit.bank.BankScale;
import org.debitcredit.client.BankClient;
import org.debitcredit.transaction.Outcome;

/**
 * Judges a restarted bank by the success file of its clients, and settles what was in flight. Keys that were asked for
 * one by one before are asked by sending them again from then on.
 */
final class Judge {

    private static final BankScale SCALE = new BankScale(ServerCommand.BRANCHES, 10, 10_000);
    private static final int RESEND_BATCH = 1_000;

    /** More acknowledged keys than this are asked by sending them again at once. */
    private static final int ASKED_MAX = 5_000;

    private final SuccessFile file;
    private final Set<UUID> askedBefore = new HashSet<>();

    /**
     * What a judgement looked at.
     *
     * @param acknowledged transactions, asked for or sent again, all of them as they were
     * @param inFlight without an answer when the server went
     * @param inFlightExecuted of those, executed all the same
     * @param position of the bank
     */
    record Figures(int acknowledged, int inFlight, int inFlightExecuted, long position) {}

    Judge(SuccessFile file) {
        this.file = file;
    }

    /** Fails if anything acknowledged is lost or altered, or anything was executed twice. */
    Figures judge(ServerProcess server) throws IOException {
        Known known = file.read();
        RestBank rest = server.rest();
        BankTotals before = rest.totals();
        try (BankClient bank = BankClient.plaintext("127.0.0.1", server.grpcPort(), null)) {
            Set<UUID> resendable = resendable(known);
            Map<UUID, Outcome> told = ask(rest, known, resendable);
            told.putAll(resend(bank, known, resendable));
            assertThat(SuccessCheck.complaints(SCALE, known, told, before)).isEmpty();

            assertThat(resend(bank, known, told.keySet())).isEqualTo(told);
            assertThat(rest.totals())
                    .as("sending everything again changes nothing")
                    .isEqualTo(before);

            askedBefore.addAll(known.acknowledged().keySet());
            long executed = settle(bank, known, told);
            return new Figures(known.acknowledged().size(), known.inFlight().size(), (int) executed, before.position());
        }
    }

    /** Acknowledged keys that are not asked for one by one. */
    private Set<UUID> resendable(Known known) {
        Set<UUID> resendable = new HashSet<>(askedBefore);
        known.acknowledged().keySet().stream()
                .filter(key -> !askedBefore.contains(key))
                .skip(ASKED_MAX)
                .forEach(resendable::add);
        return resendable;
    }

    /** Asks for every other key, those in flight and those not executed too, by one GET each. */
    private static Map<UUID, Outcome> ask(RestBank rest, Known known, Set<UUID> resendable) {
        Map<UUID, Outcome> told = new ConcurrentHashMap<>();
        known.sent().keySet().parallelStream()
                .filter(key -> !resendable.contains(key))
                .forEach(key -> {
                    try {
                        rest.ask(key).ifPresent(outcome -> told.put(key, outcome));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
        return new HashMap<>(told);
    }

    /** Sends keys again with the content they had; answers what the bank says to it. */
    private static Map<UUID, Outcome> resend(BankClient bank, Known known, Collection<UUID> keys) {
        Map<UUID, Outcome> outcomes = new HashMap<>();
        List<Sent> batch = new ArrayList<>();
        for (UUID key : keys) {
            batch.add(known.sent().get(key));
            if (batch.size() == RESEND_BATCH) {
                resend(bank, batch, outcomes);
            }
        }
        if (!batch.isEmpty()) {
            resend(bank, batch, outcomes);
        }
        return outcomes;
    }

    private static void resend(BankClient bank, List<Sent> batch, Map<UUID, Outcome> outcomes) {
        List<Outcome> answers = bank.executeBatch(Sent.requests(batch)).join();
        for (int row = 0; row < batch.size(); row++) {
            outcomes.put(batch.get(row).key(), answers.get(row));
        }
        batch.clear();
    }

    /** What was in flight is acknowledged now: as it was executed, or by sending it again. */
    private long settle(BankClient bank, Known known, Map<UUID, Outcome> told) {
        List<Sent> executed = new ArrayList<>();
        List<Sent> lost = new ArrayList<>();
        for (Sent sent : known.inFlight()) {
            (told.containsKey(sent.key()) ? executed : lost).add(sent);
        }
        file.answered(
                executed, executed.stream().map(sent -> told.get(sent.key())).toList());
        if (!lost.isEmpty()) {
            file.answered(lost, Load.execute(bank, lost));
        }
        return executed.size();
    }
}
