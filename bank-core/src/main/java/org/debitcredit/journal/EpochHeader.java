package org.debitcredit.journal;

import static org.debitcredit.journal.DocumentLayout.HEADER_BYTES;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.bank.BankScale;
import org.debitcredit.transaction.KeyHorizon;
import org.jspecify.annotations.Nullable;

/**
 * The first document of an epoch: the bank's identity, the exact end of its parent, and the keys that are forgotten
 * there. Anything of the parent after that cut is ignored: it was never acknowledged, or an operator accepted its loss
 * ({@link #LOSS_ACCEPTED}).
 *
 * <pre>
 *   88: parent epoch id, 128 bits
 *   104: parent's last sequence, 64 | 112: parent's last position, 64 | 120: parent's last CRC32C, 32
 *   124: branches, 32, below 0 with flag {@value #TAKES_REFERENCES} | 128: tellers per branch, 32
 *   132: accounts per branch, 32 | 136: currency, 3 ASCII letters
 *   139: end without a key horizon; else
 *   144: idempotency window, 32 | 148: clients, 32 | 152: time of all other clients, 64
 *   160: lowered to the time, 64 | for positions up to, 64
 *   176: client, 64 | its time, 64     for each client
 *        position after which all are remembered, 64 | highest time of any executed key, 64
 *                                after the last client; if the flags say so
 * </pre>
 *
 * @param identity the bank
 * @param epoch random id of this epoch
 * @param parentEpoch id of the epoch before; {@link org.debitcredit.transaction.LogPosition#NO_EPOCH} for the first
 * @param parentSequence sequence of the parent's last valid document
 * @param parentPosition position the parent ends at, and so this epoch's start
 * @param parentCrc checksum of the parent's last valid document
 * @param flags {@link #REPEATS_PARENT_BATCH}, {@link #LOSS_ACCEPTED}, {@link #HAS_KEY_HORIZON}, {@link
 *     #HAS_REMEMBERED_FROM}, {@link #TAKES_REFERENCES}; in the document's header
 * @param horizon what is forgotten of the keys where the epoch begins; null in the first journals, which had none
 */
record EpochHeader(
        BankIdentity identity,
        UUID epoch,
        UUID parentEpoch,
        long parentSequence,
        long parentPosition,
        int parentCrc,
        int flags,
        @Nullable KeyHorizon horizon) {

    /** The second document is a copy of the parent's last batch. */
    static final int REPEATS_PARENT_BATCH = 1;

    /** What came after the parent's cut was damaged, and an operator accepted its loss. */
    static final int LOSS_ACCEPTED = 2;

    /** The header ends with a {@link KeyHorizon}. */
    static final int HAS_KEY_HORIZON = 4;

    /**
     * The key horizon contains the position from which keys are remembered, and the latest time of an executed key.
     */
    static final int HAS_REMEMBERED_FROM = 8;

    /**
     * The batches of this epoch and of later ones may have references or reversals. Revision 19a8f2d takes a document
     * of a later version for the torn end of a journal and cuts it off. So it must not open such a journal; it refuses
     * a number of branches below 0.
     */
    static final int TAKES_REFERENCES = 16;

    private static final int WINDOW_AT = 144;
    private static final int CLIENTS_AT = 148;
    private static final int OTHERS_AT = 152;
    private static final int LOWERED_TO_AT = 160;
    private static final int LOWERED_THROUGH_AT = 168;
    private static final int FIRST_CLIENT_AT = 176;
    private static final int CLIENT_BYTES = 16;

    private static final int BYTES_WITHOUT_HORIZON = HEADER_BYTES + 51;

    /** Length of the longest. */
    static final int BYTES_MAX = FIRST_CLIENT_AT + KeyHorizon.CLIENTS_MAX * CLIENT_BYTES + 2 * Long.BYTES;

    EpochHeader {
        if ((horizon != null) != ((flags & HAS_KEY_HORIZON) != 0)) {
            throw new IllegalArgumentException("the flags are " + flags + ", but the key horizon is " + horizon);
        }
    }

    int encode(ByteBuffer document) {
        DocumentLayout.putUuid(document, 88, parentEpoch);
        document.putLong(104, parentSequence);
        document.putLong(112, parentPosition);
        document.putInt(120, parentCrc);
        document.putInt(
                124,
                takesReferences()
                        ? -identity.scale().branches()
                        : identity.scale().branches());
        document.putInt(128, identity.scale().tellersPerBranch());
        document.putInt(132, identity.scale().accountsPerBranch());
        document.put(136, identity.currency().getCurrencyCode().getBytes(StandardCharsets.US_ASCII));
        return horizon == null ? BYTES_WITHOUT_HORIZON : encode(horizon, document);
    }

    private static int encode(KeyHorizon horizon, ByteBuffer document) {
        document.putInt(WINDOW_AT, horizon.window());
        document.putInt(CLIENTS_AT, horizon.clients().size());
        document.putLong(OTHERS_AT, horizon.othersThroughMillis());
        document.putLong(LOWERED_TO_AT, horizon.lowered().toMillis());
        document.putLong(LOWERED_THROUGH_AT, horizon.lowered().throughPosition());
        int at = FIRST_CLIENT_AT;
        for (KeyHorizon.Client client : horizon.clients()) {
            document.putLong(at, client.client());
            document.putLong(at + 8, client.throughMillis());
            at += CLIENT_BYTES;
        }
        document.putLong(at, horizon.rememberedFrom());
        document.putLong(at + Long.BYTES, horizon.executedThroughMillis());
        return at + 2 * Long.BYTES;
    }

    private static KeyHorizon decodeHorizon(ByteBuffer document, boolean hasRememberedFrom) {
        int count = document.getInt(CLIENTS_AT);
        List<KeyHorizon.Client> clients = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int place = FIRST_CLIENT_AT + i * CLIENT_BYTES;
            clients.add(new KeyHorizon.Client(document.getLong(place), document.getLong(place + 8)));
        }
        KeyHorizon.Lowered lowered =
                new KeyHorizon.Lowered(document.getLong(LOWERED_TO_AT), document.getLong(LOWERED_THROUGH_AT));
        int at = FIRST_CLIENT_AT + count * CLIENT_BYTES;
        return new KeyHorizon(
                document.getInt(WINDOW_AT),
                document.getLong(OTHERS_AT),
                clients,
                lowered,
                hasRememberedFrom ? document.getLong(at) : KeyHorizon.UNKNOWN,
                hasRememberedFrom ? document.getLong(at + Long.BYTES) : KeyHorizon.UNKNOWN);
    }

    /** Reads an intact document of this kind. */
    static EpochHeader decode(ByteBuffer document) {
        byte[] currency = new byte[3];
        document.get(136, currency);
        int flags = document.getInt(DocumentLayout.FLAGS_AT);
        int branches = (flags & TAKES_REFERENCES) == 0 ? document.getInt(124) : -document.getInt(124);
        BankScale scale = new BankScale(branches, document.getInt(128), document.getInt(132));
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
                flags,
                (flags & HAS_KEY_HORIZON) == 0 ? null : decodeHorizon(document, (flags & HAS_REMEMBERED_FROM) != 0));
    }

    boolean repeatsParentBatch() {
        return (flags & REPEATS_PARENT_BATCH) != 0;
    }

    boolean takesReferences() {
        return (flags & TAKES_REFERENCES) != 0;
    }

    boolean lossAccepted() {
        return (flags & LOSS_ACCEPTED) != 0;
    }
}
