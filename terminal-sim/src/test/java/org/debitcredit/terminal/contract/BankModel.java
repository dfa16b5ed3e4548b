package org.debitcredit.terminal.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.debitcredit.bank.BankScale;

/** What a bank by the REST contract holds and decides, in memory. It obeys the rules, except for a planted fault. */
public final class BankModel {

    /** What a faulty bank does. */
    enum Fault {
        NONE,
        /** It answers {@code committed} and does nothing. */
        DOES_NOTHING,
        /** It tells the terminals' second transaction, and every hundredth after it, the position of the one before. */
        REPEATS_POSITIONS,
        /** It refuses every transaction, because it knows no teller. */
        KNOWS_NO_TELLER,
        /** It forgets the first key of a terminal when it is started again. */
        FORGETS_A_KEY
    }

    /** A response. */
    record Response(int status, ObjectNode body) {}

    /** A request that was decided under its key. */
    public record Decision(String path, String key) {}

    private static final int KEY_WINDOW = 1_000_000;
    private static final long REPEATED_EVERY = 100;
    private static final long REPEATED_FIRST = 2;
    private static final UUID NO_KEY = new UUID(0, 0);

    private final BankScale scale;
    private final Fault fault;
    private final Map<Long, Long> accounts = new HashMap<>();
    private final Map<Long, Long> tellers = new HashMap<>();
    private final Map<Long, Long> branches = new HashMap<>();
    private final Map<UUID, Response> answers = new LinkedHashMap<>();
    private final Map<UUID, Response> tombstones = new HashMap<>();
    private final List<Decision> decisions = new ArrayList<>();
    private long history;
    private long historyRows;
    private long position;
    private long answered;
    private long ofTerminals;
    private UUID firstOfATerminal = NO_KEY;

    BankModel(BankScale scale, Fault fault) {
        this.scale = scale;
        this.fault = fault;
    }

    synchronized Response execute(UUID key, JsonNode transaction) {
        Response before = answers.getOrDefault(key, tombstones.get(key));
        if (before != null) {
            return before;
        }
        answered++;
        // Opening balances are deposits.
        if (!transaction.path("type").asText().equals("deposit")) {
            ofTerminals++;
            firstOfATerminal = ofTerminals == 1 ? key : firstOfATerminal;
        }
        if (fault == Fault.DOES_NOTHING) {
            return committed(answered, transaction.path("amount").asLong());
        }
        Response response = decided(transaction);
        keep(BankHttp.TRANSACTIONS_PATH, key, response);
        return response;
    }

    private Response decided(JsonNode transaction) {
        position++;
        boolean isRepeated = fault == Fault.REPEATS_POSITIONS && ofTerminals % REPEATED_EVERY == REPEATED_FIRST;
        long told = isRepeated ? position - 1 : position;
        long teller = transaction.path("teller").asLong();
        long account = transaction.path("account").asLong();
        long amount = transaction.path("amount").asLong();
        String type = transaction.path("type").asText();
        if (fault == Fault.KNOWS_NO_TELLER) {
            return refused("unknown-teller", told);
        }
        boolean takes = type.equals("withdrawal") || type.equals("transfer");
        if (takes && accounts.getOrDefault(account, 0L) < amount) {
            return refused("insufficient-funds", told);
        }
        post(teller, account, takes ? -amount : amount);
        if (type.equals("transfer")) {
            post(teller, transaction.path("target").asLong(), amount);
        }
        return committed(told, accounts.getOrDefault(account, 0L));
    }

    /** Takes a transaction back, and refuses one that has not arrived. */
    synchronized Response reverse(UUID key, JsonNode reversal) {
        Response before = answers.get(key);
        if (before != null) {
            return before;
        }
        UUID originalKey = UUID.fromString(reversal.path("originalKey").asText());
        JsonNode original = reversal.path("original");
        Response decided = answers.get(originalKey);
        position++;
        long account = original.path("account").asLong();
        if (decided == null) {
            tombstones.put(originalKey, refused("reversed", position));
        } else if (decided.status() == 200) {
            String type = original.path("type").asText();
            long amount = original.path("amount").asLong();
            long teller = original.path("teller").asLong();
            post(teller, account, type.equals("withdrawal") || type.equals("transfer") ? amount : -amount);
            if (type.equals("transfer")) {
                post(teller, original.path("target").asLong(), -amount);
            }
        }
        Response response = committed(position, accounts.getOrDefault(account, 0L));
        keep(BankHttp.REVERSALS_PATH, key, response);
        return response;
    }

    private void keep(String path, UUID key, Response response) {
        answers.put(key, response);
        decisions.add(new Decision(path, key.toString()));
    }

    /** In their order. */
    synchronized List<Decision> decisions() {
        return List.copyOf(decisions);
    }

    /** Whether a transaction was reversed before it arrived. */
    synchronized boolean isReversed(UUID key) {
        return tombstones.containsKey(key);
    }

    private void post(long teller, long account, long amount) {
        accounts.merge(account, amount, Long::sum);
        tellers.merge(teller, amount, Long::sum);
        branches.merge(BankScale.branchOf(teller), amount, Long::sum);
        history += amount;
        historyRows++;
    }

    /** What became of a key. */
    synchronized ObjectNode status(UUID key) {
        Response response = answers.getOrDefault(key, tombstones.get(key));
        if (response == null) {
            return Json.object().put("status", "unknown");
        }
        ObjectNode status =
                Json.object().put("position", response.body().path("position").longValue());
        return response.status() == 200
                ? status.put("status", "committed")
                        .put("balance", response.body().path("balance").longValue())
                : status.put("status", "refused");
    }

    synchronized ObjectNode account(long id) {
        return balance(accounts, id);
    }

    synchronized ObjectNode teller(long id) {
        return balance(tellers, id);
    }

    synchronized ObjectNode branch(long id) {
        return balance(branches, id);
    }

    private ObjectNode balance(Map<Long, Long> balances, long id) {
        return Json.object()
                .put("id", id)
                .put("balance", balances.getOrDefault(id, 0L))
                .put("asOf", position);
    }

    synchronized ObjectNode bank() {
        return Json.object()
                .put("preset", "gray2005")
                .put("branches", scale.branches())
                .put("tellersPerBranch", scale.tellersPerBranch())
                .put("accountsPerBranch", scale.accountsPerBranch())
                .put("position", position)
                .put("keyWindow", KEY_WINDOW)
                .put("durable", true);
    }

    synchronized ObjectNode totals() {
        long ofAccounts = sum(accounts);
        long ofTellers = sum(tellers);
        long ofBranches = sum(branches);
        return Json.object()
                .put("position", position)
                .put("accounts", ofAccounts)
                .put("tellers", ofTellers)
                .put("branches", ofBranches)
                .put("history", history)
                .put("historyRows", historyRows)
                .put("holds", ofAccounts == ofTellers && ofTellers == ofBranches && ofBranches == history);
    }

    /** What a restart does to it. */
    synchronized void restarted() {
        if (fault == Fault.FORGETS_A_KEY) {
            answers.remove(firstOfATerminal);
        }
    }

    private static long sum(Map<Long, Long> balances) {
        return balances.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Response committed(long position, long balance) {
        return new Response(
                200,
                Json.object()
                        .put("status", "committed")
                        .put("position", position)
                        .put("time", "2026-01-31T12:00:00.123456Z")
                        .put("balance", balance));
    }

    private static Response refused(String reason, long position) {
        return new Response(
                422,
                Json.object()
                        .put("type", Answer.PROBLEM_PREFIX + reason)
                        .put("title", reason)
                        .put("status", 422)
                        .put("position", position));
    }
}
