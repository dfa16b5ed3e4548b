package org.debitcredit.journal;

import static org.debitcredit.journal.DocumentLayout.HEADER_BYTES;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Currency;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;

/**
 * The first document of an epoch: whose money it holds, and where exactly its parent ends. Whatever of the parent lies
 * behind that cut was never acknowledged and is ignored for good.
 *
 * <pre>
 *   88: parent epoch id, 128 bits
 *   104: parent's last sequence, 64 | 112: parent's last position, 64 | 120: parent's last CRC32C, 32
 *   124: branches, 32 | 128: tellers per branch, 32 | 132: accounts per branch, 32 | 136: currency, 3 ASCII letters
 *   139: end
 * </pre>
 *
 * @param identity the bank
 * @param epoch random id of this epoch
 * @param parentEpoch id of the epoch before; {@link org.debitcredit.transaction.Mark#NO_EPOCH} for the first
 * @param parentSequence sequence of the parent's last valid document
 * @param parentPosition position the parent ends at, and so this epoch's start
 * @param parentCrc checksum of the parent's last valid document
 * @param flags {@link #REPEATS_PARENT_BATCH}, {@link #LOSS_ACCEPTED}; in the document's header
 */
record EpochHeader(
        BankIdentity identity,
        UUID epoch,
        UUID parentEpoch,
        long parentSequence,
        long parentPosition,
        int parentCrc,
        int flags) {

    /** The second document is a copy of the parent's last batch. */
    static final int REPEATS_PARENT_BATCH = 1;

    /** What lay behind the parent's cut was damaged, and an operator accepted its loss. */
    static final int LOSS_ACCEPTED = 2;

    static final int BYTES = HEADER_BYTES + 51;

    int encode(ByteBuffer document) {
        DocumentLayout.putUuid(document, 88, parentEpoch);
        document.putLong(104, parentSequence);
        document.putLong(112, parentPosition);
        document.putInt(120, parentCrc);
        document.putInt(124, identity.scale().branches());
        document.putInt(128, identity.scale().tellersPerBranch());
        document.putInt(132, identity.scale().accountsPerBranch());
        document.put(136, identity.currency().getCurrencyCode().getBytes(StandardCharsets.US_ASCII));
        return BYTES;
    }

    /** Reads an intact document of this kind. */
    static EpochHeader decode(ByteBuffer document) {
        byte[] currency = new byte[3];
        document.get(136, currency);
        BankScale scale = new BankScale(document.getInt(124), document.getInt(128), document.getInt(132));
        BankIdentity identity = new BankIdentity(
                DocumentLayout.getUuid(document, DocumentLayout.BANK_AT),
                scale,
                Currency.getInstance(new String(currency, StandardCharsets.US_ASCII)));
        return new EpochHeader(
                identity,
                DocumentLayout.getUuid(document, DocumentLayout.EPOCH_AT),
                DocumentLayout.getUuid(document, 88),
                document.getLong(104),
                document.getLong(112),
                document.getInt(120),
                document.getInt(DocumentLayout.FLAGS_AT));
    }

    boolean repeatsParentBatch() {
        return (flags & REPEATS_PARENT_BATCH) != 0;
    }

    boolean lossAccepted() {
        return (flags & LOSS_ACCEPTED) != 0;
    }
}
