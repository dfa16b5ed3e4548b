package org.debitcredit.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.debitcredit.client.BankClient;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Requests;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;

/** Opening balances over gRPC in batches: ten thousand in a second, where one by one they take ten. */
final class GrpcFunding implements Funding {

    private static final int BATCH = 1_000;
    private static final long NO_CLIENT_SCOPE = 0;

    private final String host;
    private final int port;

    GrpcFunding(String host, int port) {
        this.host = host;
        this.port = port;
    }

    @Override
    public void payIn(BankInfo bank, KeyedAnswers answers) {
        List<Transaction> deposits = Funding.deposits(bank);
        try (BankClient client = BankClient.plaintext(host, port, null)) {
            List<CompletableFuture<List<Outcome>>> sent = new ArrayList<>();
            for (int from = 0; from < deposits.size(); from += BATCH) {
                sent.add(client.executeBatch(batch(deposits.subList(from, Math.min(from + BATCH, deposits.size())))));
            }
            sent.forEach(outcomes -> outcomes.join().forEach(outcome -> take(outcome, answers)));
        } catch (CompletionException failed) {
            throw Funding.failure(String.valueOf(failed.getMessage()));
        }
    }

    private static Requests batch(List<Transaction> deposits) {
        Requests requests = new Requests(deposits.size());
        for (Transaction deposit : deposits) {
            requests.add(deposit, TransactionKey.of(NO_CLIENT_SCOPE, BankHttp.newKey()));
        }
        return requests;
    }

    private static void take(Outcome outcome, KeyedAnswers answers) {
        if (!(outcome instanceof Outcome.Committed committed)) {
            throw Funding.failure("a deposit was answered by " + outcome);
        }
        answers.add(committed.position());
    }
}
