package org.debitcredit.terminal.run;

import java.util.UUID;
import org.debitcredit.terminal.contract.Answer;
import org.debitcredit.terminal.contract.BankHttp;
import org.debitcredit.terminal.contract.RequestBody;
import org.debitcredit.workload.AtmRequest;

/** One request of a terminal and whether its response came. Used by one thread at a time. */
final class AtmExchange {

    private final AtmRequest request;
    private final UUID key = BankHttp.newKey();
    private final long startNanos = System.nanoTime();
    private boolean answered;

    AtmExchange(AtmRequest request) {
        this.request = request;
    }

    String name() {
        return request.operation().id();
    }

    boolean movesMoney() {
        return request.operation().movesMoney();
    }

    String key() {
        return key.toString();
    }

    String balancePath() {
        if (request instanceof AtmRequest.BalanceInquiry inquiry) {
            return "/v1/accounts/" + inquiry.account();
        }
        throw new IllegalStateException(request + " has no path");
    }

    String body(TerminalRun run) {
        if (request instanceof AtmRequest.Money money) {
            return RequestBody.of(money.transaction(), run.bank().preset().requestBytesMin());
        }
        throw new IllegalStateException(request + " has no body");
    }

    /** Records the response. */
    Answer answered(TerminalRun run, int status, byte[] body) {
        long responseNanos = System.nanoTime() - startNanos;
        answered = true;
        Answer answer =
                Answer.of(request.operation(), status, body, run.bank().preset().responseBytesMin());
        run.record(request.operation(), answer, responseNanos);
        return answer;
    }

    /**
     * Ends the exchange. If there was no response, because of a time-out or a broken connection, this is a failure.
     */
    void end(TerminalRun run) {
        if (!answered) {
            run.record(request.operation(), new Answer.Failed("no response"), System.nanoTime() - startNanos);
        }
    }
}
