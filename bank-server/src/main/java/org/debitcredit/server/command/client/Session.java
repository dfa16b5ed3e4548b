package org.debitcredit.server.command.client;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.debitcredit.console.FailureText;
import org.debitcredit.console.Printable;
import org.debitcredit.server.answer.Reason;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the commands of one client share. Results go to stdout; keys, notices and refusals go to stderr. Nothing is
 * written to a file.
 */
final class Session {

    private static final int SENT_MAX = 1_000;

    private final RunningServer server;
    private final KeyedSender sender;
    private final boolean isJson;
    private final Map<UUID, ObjectNode> sent = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, ObjectNode> eldest) {
            return size() > SENT_MAX;
        }
    };
    private @Nullable AmountFormat amounts;
    private @Nullable String nextPage;
    private boolean hasEnded;

    /** @param isJson whether results are printed as JSON, each in a line */
    Session(RunningServer server, KeyedSender sender, boolean isJson) {
        this.server = server;
        this.sender = sender;
        this.isJson = isJson;
    }

    /** How the bank's amounts are written. The bank is asked only once. */
    AmountFormat amounts() throws IOException, InterruptedException, RefusedException {
        AmountFormat known = amounts;
        return known != null ? known : format(ask("/v1/bank"));
    }

    /**
     * The same for a transaction that is about to be sent.
     *
     * @param key the option with its key
     * @throws IOException if the bank cannot be asked, which shows nothing about a transaction that was sent before
     */
    AmountFormat amounts(KeyOption key) throws IOException, InterruptedException, RefusedException {
        UUID repeated = key.given();
        try {
            return amounts();
        } catch (RefusedException | IOException e) {
            if (repeated == null) {
                throw e;
            }
            throw new IOException(unknown(repeated, FailureText.of(e)), e);
        }
    }

    private static String unknown(UUID key, String why) {
        return "the outcome of " + key + " is unknown: " + why + ". Look it up (lookup " + key
                + "), or send the same again with --key " + key;
    }

    private AmountFormat format(ObjectNode bank) throws IOException {
        if (!bank.path("currency").isString() || !bank.path("fractionDigits").isInt()) {
            throw new IOException(
                    "what answers at " + server.url() + " is not a bank, or an older one: it names no currency");
        }
        AmountFormat format = new AmountFormat(
                Printable.of(bank.path("currency").asString()),
                bank.path("fractionDigits").asInt());
        amounts = format;
        return format;
    }

    /**
     * Sends an inquiry, which changes nothing.
     *
     * @throws RefusedException if the answer is a problem
     */
    ObjectNode ask(String path) throws IOException, InterruptedException, RefusedException {
        HttpAnswer answer = HttpAnswer.of(server.send(
                server.request(path).timeout(KeyedSender.ANSWER_MAX).GET().build()));
        if (!answer.isOk()) {
            throw new RefusedException(answer);
        }
        return answer.body();
    }

    /** Sends a money transaction, and remembers it for {@link #sent}. True if it is committed. */
    boolean execute(KeyOption option, ObjectNode transaction)
            throws IOException, InterruptedException, RefusedException {
        UUID given = option.given();
        UUID key = given == null ? NewKey.now() : given;
        sent.put(key, transaction);
        return send("/v1/transactions", key, given != null, transaction, transaction);
    }

    /** Sends a reversal. True if it is accepted. */
    boolean reverse(KeyOption option, ObjectNode reversal) throws IOException, InterruptedException, RefusedException {
        UUID given = option.given();
        UUID key = given == null ? NewKey.now() : given;
        return send("/v1/reversals", key, given != null, reversal, (ObjectNode) reversal.path("original"));
    }

    private boolean send(String path, UUID key, boolean isRepetition, ObjectNode body, ObjectNode transaction)
            throws IOException, InterruptedException, RefusedException {
        AmountFormat format = amounts();
        // The key is printed before the request is sent, so that it is known even if the connection breaks or this
        // process is stopped.
        System.err.println("key " + key);
        KeyedSender.Result result = sender.send(path, key, isRepetition, body.toString());
        if (result instanceof KeyedSender.Result.Unknown unknown) {
            failed(unknown(key, unknown.why()));
            return false;
        }
        HttpAnswer answer = ((KeyedSender.Result.Known) result).answer();
        ObjectNode shown = answer.body().put("key", key.toString());
        if (!answer.isOk()) {
            refused(answer, shown, refusal(answer, transaction, format));
            return false;
        }
        print(
                shown,
                "committed at position " + shown.path("position").asLong() + ", "
                        + Printable.of(shown.path("time").asString("")) + ": account "
                        + transaction.path("account").asLong() + " has "
                        + format.text(shown.path("balance").asLong()));
        return true;
    }

    private static String refusal(HttpAnswer answer, ObjectNode transaction, AmountFormat format) {
        if (answer.code().equals(Reason.INSUFFICIENT_FUNDS.id())
                && answer.body().has("balance")) {
            return "account " + transaction.path("account").asLong() + " has "
                    + format.text(answer.body().path("balance").asLong()) + ", less than "
                    + format.text(transaction.path("amount").asLong());
        }
        return answer.detail();
    }

    /** Shows an inquiry's refusal. */
    void refused(HttpAnswer answer) {
        refused(answer, answer.body(), answer.detail());
    }

    private void refused(HttpAnswer answer, ObjectNode problem, String words) {
        if (isJson && !problem.isEmpty()) {
            System.out.println(problem);
        }
        failed((answer.code().isEmpty() ? words : "refused: " + answer.code() + ": " + words) + answer.named());
    }

    /**
     * What this session sent under a key; null if it sent nothing, or more than {@value #SENT_MAX} transactions since
     * then.
     */
    @Nullable
    ObjectNode sent(UUID key) {
        return sent.get(key);
    }

    /** Prints a result: as JSON, or as text. */
    void print(ObjectNode object, String text) {
        System.out.println(isJson ? object.toString() : text);
    }

    boolean isJson() {
        return isJson;
    }

    /** Path of the page after the one that was shown last; null if there is none. */
    @Nullable
    String nextPage() {
        return nextPage;
    }

    void showed(@Nullable String pathOfNext) {
        nextPage = pathOfNext;
    }

    /** Ends the session after this command. */
    void end() {
        hasEnded = true;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    static void failed(String why) {
        System.err.println("bank: " + why);
    }
}
