package org.debitcredit.terminal.headquarters;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.debitcredit.bank.BankScale;
import org.debitcredit.region.Correspondents;
import org.debitcredit.region.Decided;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.transaction.LogPosition;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.debitcredit.transaction.TransactionType;
import org.jspecify.annotations.Nullable;

/** The change stream of a region, as its service would send it. */
final class Feed {

    static final NationFacts FACTS = new NationFacts(new BankScale(3, 10, 100), Currency.getInstance("EUR"));
    static final int REGIONS = 3;
    static final BusinessDays DAYS = new BusinessDays(LocalTime.of(15, 0), ZoneOffset.UTC);
    static final Correspondents CORRESPONDENTS = new Correspondents(FACTS.scale(), REGIONS);
    static final long TILL = FACTS.scale().tellerId(0, 4);
    static final long ACCOUNT = FACTS.scale().accountId(0, 40);

    private final UUID bank = new UUID(7, 7);
    private final List<FeedRow> rows = new ArrayList<>();
    private int taken;

    /** A deposit of a key's number at a till of the acquirer. */
    static OutOfTown deposit(int acquirer, int issuer, long amountMinor, int number) {
        return new OutOfTown(acquirer, issuer, TransactionType.DEPOSIT, TILL, ACCOUNT, amountMinor, key(number), null);
    }

    /** Money that is paid out by a DebitCredit. */
    static OutOfTown debit(int acquirer, int issuer, long amountMinor, int number) {
        return new OutOfTown(
                acquirer, issuer, TransactionType.DEBIT_CREDIT, TILL, ACCOUNT, -amountMinor, key(number), null);
    }

    static TransactionKey key(int number) {
        return TransactionKey.of(0, TransactionKey.uuidV7(1_764_000_000_000L, number, number));
    }

    Feed local(String time, long amountMinor) {
        return add(time, Transaction.debitCredit(TILL, ACCOUNT, amountMinor), true, key(rows.size() + 1_000), null);
    }

    Feed refused(String time, Transaction transaction) {
        return add(time, transaction, false, key(rows.size() + 1_000), null);
    }

    Feed transaction(String time, Transaction transaction) {
        return add(time, transaction, true, key(rows.size() + 1_000), null);
    }

    Feed acquirerHalf(String time, OutOfTown transaction) {
        return add(time, transaction.acquirerHalf(CORRESPONDENTS), true, transaction.key(), null);
    }

    Feed issuerHalf(String time, OutOfTown transaction) {
        return add(
                time,
                transaction.issuerHalf(CORRESPONDENTS),
                true,
                TransactionKey.of(0, transaction.issuerKey()),
                null);
    }

    Feed acquirerReversal(String time, OutOfTown transaction) {
        Transaction half = transaction.acquirerHalf(CORRESPONDENTS);
        return add(
                time,
                half,
                true,
                key(rows.size() + 1_000),
                new Decided.Original(transaction.key().uuid(), half.type(), half.amountMinor(), 0));
    }

    Feed issuerReversal(String time, OutOfTown transaction) {
        Transaction half = transaction.issuerHalf(CORRESPONDENTS);
        return add(
                time,
                half,
                true,
                key(rows.size() + 1_000),
                new Decided.Original(transaction.issuerKey(), half.type(), half.amountMinor(), 0));
    }

    private Feed add(
            String time,
            Transaction transaction,
            boolean isCommitted,
            TransactionKey key,
            Decided.@Nullable Original original) {
        Decided decided = new Decided(
                rows.size() + 1L,
                original == null ? transaction.type() : TransactionType.REVERSAL,
                isCommitted,
                transaction.teller(),
                transaction.account(),
                original == null
                        ? transaction.amountMinor()
                        : -Reversal.postedBy(transaction.type().code(), transaction.amountMinor()),
                key,
                transaction.reference(),
                original);
        rows.add(new FeedRow(decided, transaction.target(), Instant.parse(time).toEpochMilli() * 1_000));
        return this;
    }

    /** The transactions that were added since the last call, and the cursor after them. */
    void into(Headquarters headquarters, int region) {
        headquarters.take(
                region, List.copyOf(rows.subList(taken, rows.size())), new LogPosition(bank, bank, rows.size(), 0));
        taken = rows.size();
    }

    /** The region says at a moment that it has no more. */
    void silentAt(String time, Headquarters headquarters, int region) {
        silentAt(time, time, headquarters, region);
    }

    /** It said so in a message that it sent at a moment, and that was read at another one. */
    void silentAt(String told, String read, Headquarters headquarters, int region) {
        headquarters.heard(region, Instant.parse(read), Instant.parse(told), rows.size());
    }
}
