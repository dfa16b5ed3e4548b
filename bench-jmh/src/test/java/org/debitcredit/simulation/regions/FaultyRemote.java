package org.debitcredit.simulation.regions;

import java.util.function.Consumer;
import org.debitcredit.region.ClearingBank;
import org.debitcredit.region.OutOfTown;
import org.debitcredit.transaction.Reversal;
import org.debitcredit.transaction.Transaction;
import org.debitcredit.transaction.TransactionKey;
import org.jspecify.annotations.Nullable;

/** Another region's bank that passes every call on. Its subclasses each do one thing wrong. */
class FaultyRemote implements ClearingBank.Remote {

    final ClearingBank.Remote sound;

    FaultyRemote(ClearingBank.Remote sound) {
        this.sound = sound;
    }

    @Override
    public boolean isAway() {
        return sound.isAway();
    }

    @Override
    public void execute(Transaction transaction, TransactionKey key, long unseenThrough, Consumer<Answer> answer) {
        sound.execute(transaction, key, unseenThrough, answer);
    }

    @Override
    public void reverse(
            Reversal reversal, TransactionKey key, long unseenThrough, long seenAt, Consumer<Answer> answer) {
        sound.reverse(reversal, key, unseenThrough, seenAt, answer);
    }

    /** The out-of-town transaction of an issuer's half. */
    static @Nullable OutOfTown ofHalf(Transaction half) {
        int acquirer = RegionsTerms.CORRESPONDENTS.regionOfTeller(half.teller());
        // Which region the issuer is does not matter for the keys.
        int issuer = acquirer == 0 ? 1 : 0;
        return OutOfTown.ofIssuerHalf(
                acquirer, issuer, half.type(), half.account(), half.amountMinor(), half.reference());
    }
}
