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
import org.debitcredit.transaction.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * Judges a restarted bank by the success file of its clients, and settles what was in flight. Keys that were asked for
 * one by one before are asked by sending them again from then on.
 */
final class RestartCheck {

    private static final BankScale SCALE = new BankScale(ServerCommand.BRANCHES, 10, 10_000);
    private static final int RESEND_BATCH = 1_000;

    /** More acknowledged keys than this are asked by sending them again at once. */
    private static final int ASKED_MAX = 200;

    /** Of the keys that the bank must have forgotten, so many are sent again. */
    private static final int FORGOTTEN_MAX = 1_000;

    private final ClientSuccessFile file;
    private final long keyWindowMin;
    private final long keyWindowMax;
    private final Set<UUID> askedBefore = new HashSet<>();
    private long lost;
    private long twice;

    /**
     * What a judgement looked at.
     *
     * @param acknowledged transactions, asked for or sent again, all of them as they were
     * @param inFlight without an answer when the server went
     * @param inFlightExecuted of those, executed all the same
     * @param position of the bank
     */
    record Figures(int acknowledged, int inFlight, int inFlightExecuted, long position) {}

    /** Of a bank that has not forgotten any key yet. */
    RestartCheck(ClientSuccessFile file) {
        this(file, Integer.MAX_VALUE);
    }

    /**
     * Of a bank that forgets keys.
     *
     * @param keyWindow at least so many of the latest keys are known; at most twice as many
     */
    RestartCheck(ClientSuccessFile file, int keyWindow) {
        this(file, new ServerCommand.Windows(keyWindow, keyWindow));
    }

    /** Of a bank whose window changes with each start. */
    RestartCheck(ClientSuccessFile file, ServerCommand.Windows keyWindows) {
        this.file = file;
        this.keyWindowMin = keyWindows.min();
        this.keyWindowMax = keyWindows.max();
    }

    /** Fails if anything acknowledged is lost or altered, or anything was executed twice. */
    Figures judge(TestedServer server) throws IOException {
        Known known = file.read();
        RestBank rest = server.rest();
        RestTotals before = rest.totals();
        try (BankClient bank = BankClient.plaintext("127.0.0.1", server.grpcPort(), BankClient.Options.NONE)) {
            Map<UUID, Outcome> forgotten = acknowledgedThrough(known, before.position() - 2 * keyWindowMax);
            Set<UUID> resendable = resendable(known);
            resendable.removeAll(forgotten.keySet());
            Map<UUID, Outcome> told = ask(rest, known, resendable, forgotten.keySet());
            told.putAll(resend(bank, known, resendable));
            forgotten.putAll(expired(known, told, before.position() - keyWindowMin));
            told.putAll(forgotten);
            List<String> complaints = ClientSuccessCheck.complaints(SCALE, known, told, before);
            lost += count(complaints, "lost: ");
            twice += count(complaints, "twice: ");
            assertThat(complaints).isEmpty();

            Map<UUID, Outcome> remembered = new HashMap<>(told);
            remembered.keySet().removeAll(forgotten.keySet());
            assertThat(resend(bank, known, remembered.keySet())).isEqualTo(remembered);
            List<UUID> some = forgotten.keySet().stream().limit(FORGOTTEN_MAX).toList();
            assertThat(resend(bank, known, some).values())
                    .as("what was forgotten is refused, and not executed again")
                    .allMatch(RestartCheck::isExpired);
            assertThat(rest.totals())
                    .as("sending everything again changes nothing")
                    .isEqualTo(before);

            askedBefore.addAll(known.acknowledged().keySet());
            long executed = settle(bank, known, told);
            return new Figures(known.acknowledged().size(), known.inFlight().size(), (int) executed, before.position());
        }
    }

    /** What all judgements found, in short. */
    String summary() {
        return "acknowledged " + file.read().acknowledged().size() + ", lost " + lost + ", twice " + twice;
    }

    private static long count(List<String> complaints, String kind) {
        return complaints.stream()
                .filter(complaint -> complaint.startsWith(kind))
                .count();
    }

    /** Keys acknowledged at positions up to this one. */
    private static Map<UUID, Outcome> acknowledgedThrough(Known known, long position) {
        Map<UUID, Outcome> through = new HashMap<>();
        known.acknowledged().forEach((key, outcome) -> {
            if (ClientSuccessCheck.position(outcome) <= position) {
                through.put(key, outcome);
            }
        });
        return through;
    }

    /**
     * Settles what the bank told to be expired: a key that it may have forgotten, up to a position, counts as it was
     * acknowledged, for the sums still tell; one that was never acknowledged was not executed. Others are left to be
     * complained about.
     */
    private static Map<UUID, Outcome> expired(Known known, Map<UUID, Outcome> told, long position) {
        Map<UUID, Outcome> forgotten = acknowledgedThrough(known, position);
        forgotten.keySet().removeIf(key -> !isExpired(told.get(key)));
        told.entrySet()
                .removeIf(entry ->
                        isExpired(entry.getValue()) && !known.acknowledged().containsKey(entry.getKey()));
        return forgotten;
    }

    private static boolean isExpired(@Nullable Outcome outcome) {
        return outcome instanceof Outcome.Refused refused && refused.reason() == Refusal.KEY_EXPIRED;
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

    /** Asks for every other key that is remembered, those in flight and those not executed too, by one GET each. */
    private static Map<UUID, Outcome> ask(RestBank rest, Known known, Set<UUID> resendable, Set<UUID> forgotten) {
        Map<UUID, Outcome> told = new ConcurrentHashMap<>();
        known.sent().keySet().parallelStream()
                .filter(key -> !resendable.contains(key) && !forgotten.contains(key))
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
            file.answered(lost, ClientLoad.execute(bank, lost));
        }
        return executed.size();
    }
}
