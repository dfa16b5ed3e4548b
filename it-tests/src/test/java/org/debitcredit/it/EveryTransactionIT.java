package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.List;
import org.debitcredit.client.BankClient;
import org.debitcredit.client.TransactionStatus;
import org.debitcredit.transaction.Outcome;
import org.debitcredit.transaction.Outcome.Committed;
import org.debitcredit.transaction.Outcome.Refused;
import org.debitcredit.transaction.Refusal;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.wire.v1.BalanceKind;
import org.debitcredit.wire.v1.ExecuteResponse;
import org.debitcredit.wire.v1.GetTotalsResponse;
import org.debitcredit.wire.v1.GetTransactionResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every type of transaction over REST, gRPC and gRPC batches of the packaged server; all reach the same engine. */
class EveryTransactionIT {

    @RegisterExtension
    static final SharedServer SERVER = new SharedServer();

    private static RestBank rest;
    private static GrpcBank grpc;

    @BeforeAll
    static void connect() {
        rest = SERVER.process().rest();
        grpc = SERVER.process().grpc();
    }

    @AfterAll
    static void disconnect() {
        grpc.close();
    }

    @Test
    void everyTypeIsCarriedOutOverRestAndSeenOverGrpc() throws IOException {
        long teller = 1_000_009;
        long till = grpc.balance(BalanceKind.BALANCE_KIND_TELLER, teller);
        assertThat(rest.execute(Sent.of(Transaction.debitCredit(teller, 100, -70))))
                .extracting("balanceMinor")
                .isEqualTo(-70L);
        assertThat(rest.execute(Sent.of(Transaction.deposit(teller, 100, 170))))
                .extracting("balanceMinor")
                .isEqualTo(100L);
        assertThat(rest.execute(Sent.of(Transaction.withdrawal(teller, 100, 60))))
                .extracting("balanceMinor")
                .isEqualTo(40L);
        assertThat(rest.execute(Sent.of(Transaction.transfer(teller, 100, 1_000_101, 15))))
                .extracting("balanceMinor")
                .isEqualTo(25L);
        assertThat(grpc.balance(BalanceKind.BALANCE_KIND_ACCOUNT, 100)).isEqualTo(25);
        assertThat(grpc.balance(BalanceKind.BALANCE_KIND_ACCOUNT, 1_000_101)).isEqualTo(15);
        assertThat(grpc.balance(BalanceKind.BALANCE_KIND_TELLER, teller)).isEqualTo(till + 40);
    }

    @Test
    void everyTypeIsCarriedOutOverGrpcAndSeenOverRest() throws IOException {
        long teller = 1_000_008;
        long till = rest.balance("tellers", teller);
        ExecuteResponse first = grpc.execute(Sent.of(Transaction.debitCredit(teller, 200, -70)));
        assertThat(first.getBalance()).isEqualTo(-70);
        assertThat(grpc.execute(Sent.of(Transaction.deposit(teller, 200, 170))).getBalance())
                .isEqualTo(100);
        assertThat(grpc.execute(Sent.of(Transaction.withdrawal(teller, 200, 60)))
                        .getBalance())
                .isEqualTo(40);
        ExecuteResponse last = grpc.execute(Sent.of(Transaction.transfer(teller, 200, 1_000_201, 15)));
        assertThat(last.getBalance()).isEqualTo(25);
        assertThat(last.getPosition()).isEqualTo(first.getPosition() + 3);
        assertThat(rest.balance("accounts", 200)).isEqualTo(25);
        assertThat(rest.balance("accounts", 1_000_201)).isEqualTo(15);
        assertThat(rest.balance("tellers", teller)).isEqualTo(till + 40);
    }

    @Test
    void aBatchOfEveryTypeIsAnsweredRowByRow() throws IOException {
        List<Sent> batch = List.of(
                Sent.of(Transaction.deposit(3, 300, 100)),
                Sent.of(Transaction.withdrawal(3, 300, 101)),
                Sent.of(Transaction.transfer(3, 300, 301, 99)),
                Sent.of(Transaction.debitCredit(3, 300, -2)),
                Sent.of(Transaction.debitCredit(999, 300, -2)));
        List<Outcome> outcomes;
        try (BankClient client =
                BankClient.plaintext("127.0.0.1", SERVER.process().grpcPort(), BankClient.Options.NONE)) {
            outcomes = client.executeBatch(Sent.requests(batch)).join();
        }
        long first = ((Committed) outcomes.get(0)).position();
        assertThat(outcomes)
                .containsExactly(
                        new Committed(first, 100),
                        new Refused(Refusal.INSUFFICIENT_FUNDS, first + 1, 100),
                        new Committed(first + 2, 1),
                        new Committed(first + 3, -1),
                        new Refused(Refusal.UNKNOWN_TELLER, first + 4, 0));
        for (int row = 0; row < batch.size(); row++) {
            assertThat(rest.ask(batch.get(row).key())).contains(outcomes.get(row));
        }
    }

    @Test
    void aReversalTakesBackWhatWasSentAndWhatComesLaterIsRefused() throws IOException {
        Sent deposit = Sent.of(Transaction.deposit(6, 600, 100));
        Sent withdrawal = Sent.of(Transaction.withdrawal(6, 600, 70));
        Sent late = Sent.of(Transaction.deposit(6, 600, 5));
        rest.execute(deposit);
        rest.execute(withdrawal);
        try (BankClient client =
                BankClient.plaintext("127.0.0.1", SERVER.process().grpcPort(), BankClient.Options.NONE)) {
            Reversal part = new Reversal(TransactionKey.of(0, withdrawal.key()), withdrawal.transaction(), 20);
            TransactionKey key =
                    TransactionKey.of(0, Sent.of(withdrawal.transaction()).key());
            BankClient.Executed reversed = client.reverse(part, key).join();
            assertThat(reversed.outcome().balanceMinor()).isEqualTo(80);
            assertThat(client.reverse(part, key).join()).isEqualTo(reversed);
            assertThat(rest.ask(key.uuid())).contains(reversed.outcome());
            TransactionStatus status = client.status(part.originalKey()).join();
            assertThat(status.state()).isEqualTo(TransactionStatus.State.COMMITTED);
            assertThat(status.isReversed()).isTrue();
            assertThat(status.reversedBy())
                    .isEqualTo(new TransactionStatus.ReversedBy(
                            key, reversed.outcome().position(), 50));
            client.reverse(
                            new Reversal(TransactionKey.of(0, late.key()), late.transaction(), 0),
                            TransactionKey.of(0, Sent.of(late.transaction()).key()))
                    .join();
        }
        RestBank.Answer refused = rest.post(late);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.reason()).isEqualTo("reversed");
        assertThat(rest.balance("accounts", 600)).isEqualTo(80);
    }

    @Test
    void aKeySentOverOneTransportIsKnownOverTheOther() throws IOException {
        Sent deposit = Sent.of(Transaction.deposit(4, 400, 10));
        Outcome outcome = rest.execute(deposit);
        ExecuteResponse again = grpc.execute(deposit);
        assertThat(outcome).isEqualTo(new Committed(again.getPosition(), again.getBalance()));
        assertThat(grpc.ask(deposit.key()).getStatus()).isEqualTo(GetTransactionResponse.Status.STATUS_COMMITTED);
        Sent tooMuch = Sent.of(Transaction.withdrawal(4, 400, 11));
        assertThatThrownBy(() -> grpc.execute(tooMuch))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        refusal ->
                                assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.FAILED_PRECONDITION));
        RestBank.Answer refused = rest.post(tooMuch);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.reason()).isEqualTo("insufficient-funds");
        assertThat(refused.json().required("balance").longValue()).isEqualTo(10);
        assertThat(rest.balance("accounts", 400)).isEqualTo(10);
    }

    @Test
    void aKeyWithOtherContentIsAConflictOverBothTransports() throws IOException {
        Sent deposit = Sent.of(Transaction.deposit(5, 500, 10));
        rest.execute(deposit);
        Sent other = new Sent(deposit.key(), Transaction.deposit(5, 500, 11));
        RestBank.Answer conflict = rest.post(other);
        assertThat(conflict.status()).isEqualTo(422);
        assertThat(conflict.reason()).isEqualTo("key-conflict");
        assertThatThrownBy(() -> grpc.execute(other))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        refusal -> assertThat(refusal.getStatus().getCode()).isEqualTo(Status.Code.ALREADY_EXISTS));
        assertThat(rest.balance("accounts", 500)).isEqualTo(10);
    }

    @Test
    void bothTransportsTellTheSameBankAndTheSameSums() throws IOException {
        assertThat(rest.get("/v1/bank").json().required("bankId").asText())
                .isEqualTo(grpc.bank().getBankId());
        RestTotals totals = rest.totals();
        GetTotalsResponse overGrpc = grpc.totals();
        assertThat(totals)
                .isEqualTo(new RestTotals(
                        overGrpc.getPosition(),
                        overGrpc.getAccounts(),
                        overGrpc.getTellers(),
                        overGrpc.getBranches(),
                        overGrpc.getHistory(),
                        overGrpc.getHistoryRows(),
                        overGrpc.getHolds()));
        assertThat(totals.holds()).isTrue();
    }
}
