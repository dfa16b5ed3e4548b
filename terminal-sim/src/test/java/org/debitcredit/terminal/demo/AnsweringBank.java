package org.debitcredit.terminal.demo;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.debitcredit.terminal.console.Talk;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankDouble;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.TransactionJson;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.workload.AtmOperation;

/** A plug of a double of the bank, and a terminal that keeps its answers. */
class AnsweringBank implements AutoCloseable, Plug.Server {

    final RecentAnswers answers = new RecentAnswers();
    final AtomicInteger kills = new AtomicInteger();
    final LivePlug plug;
    private final BankDouble bank;
    private final HttpClient client = HttpClient.newHttpClient();

    AnsweringBank(BankDouble bank) {
        this.bank = bank;
        plug = new LivePlug(
                this,
                () -> 1_000 + kills.get(),
                answers,
                new BankHttp(bank.url(), null),
                InstantSource.system(),
                new Talk(new java.io.PrintStream(java.io.OutputStream.nullOutputStream())));
    }

    @Override
    public long position() {
        throw new UnsupportedOperationException("nobody asks for it");
    }

    @Override
    public void kill() {
        kills.incrementAndGet();
        bank.stop();
    }

    @Override
    public List<String> startAgain() {
        bank.restart();
        return List.of("the double listens again");
    }

    /** Deposits until the bank has answered as often. */
    void deposit(int times) {
        for (int done = 0; done < times; ) {
            done += isDeposited() ? 1 : 0;
        }
    }

    private boolean isDeposited() {
        UUID key = BankHttp.newKey();
        HttpRequest request = HttpRequest.newBuilder(bank.url().resolve(BankHttp.TRANSACTIONS_PATH))
                .header("Content-Type", "application/json")
                .header(BankHttp.KEY_HEADER, key.toString())
                .POST(BodyPublishers.ofString(TransactionJson.of(Transaction.debitCredit(1, 1, 100), 0)))
                .build();
        try {
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            Answer.Committed committed =
                    (Answer.Committed) Answer.of(AtmOperation.DEBIT_CREDIT, response.statusCode(), response.body(), 0);
            answers.answered(key, System.currentTimeMillis(), committed.position(), committed.balanceMinor());
            return true;
        } catch (IOException down) {
            return false;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Goes on until the last kill was examined. */
    LivePlug.View checked() {
        LivePlug.View view = plug.view();
        while (view.state() == LivePlug.State.STARTING || view.state() == LivePlug.State.CHECKING) {
            deposit(1);
            view = plug.view();
        }
        return view;
    }

    @Override
    public void close() {
        plug.close();
        bank.close();
    }
}
