package org.debitcredit.ledger.sql;

import static org.debitcredit.ledger.sql.schema.Tables.HISTORY;
import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_KEY;
import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_REFERENCE;
import static org.debitcredit.ledger.sql.schema.Tables.TRANSACTION_REVERSAL;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.debitcredit.transaction.Reference;
import org.debitcredit.transaction.RunLengthKeys;
import org.debitcredit.transaction.TransactionKey;
import org.jooq.DSLContext;
import org.jooq.Record1;
import org.jooq.Record4;
import org.jooq.Select;
import org.jspecify.annotations.Nullable;

/** Finds the keys and the references of some transactions, and what they reverse. */
final class KeyQuery {

    /** Limit for one statement, because SQLite accepts 500 parts of a union. */
    private static final int POSITIONS_AT_ONCE = 100;

    private final DSLContext jooq;
    private final Dialect dialect;
    private final Map<Long, TransactionKey> keys = new HashMap<>();
    private final Map<Long, Reference> references = new HashMap<>();
    private final Map<Long, Long> originals = new HashMap<>();

    private KeyQuery(DSLContext jooq, Dialect dialect) {
        this.jooq = jooq;
        this.dialect = dialect;
    }

    /** Reads keys and references of the transactions at these positions. */
    static KeyQuery of(DSLContext jooq, Dialect dialect, List<Long> positions) {
        KeyQuery query = new KeyQuery(jooq, dialect);
        for (int from = 0; from < positions.size(); from += POSITIONS_AT_ONCE) {
            query.fetch(positions.subList(from, Math.min(positions.size(), from + POSITIONS_AT_ONCE)));
        }
        return query;
    }

    private void fetch(List<Long> positions) {
        if (dialect.hasKeysInHistory()) {
            fetchFromHistory(positions);
        } else {
            fetchFromRuns(positions);
        }
        jooq.selectFrom(TRANSACTION_REFERENCE)
                .where(TRANSACTION_REFERENCE.POSITION.in(
                        positions.stream().map(position -> inline(position)).toList()))
                .forEach(row -> references.put(
                        row.get(TRANSACTION_REFERENCE.POSITION),
                        Reference.stored(row.get(TRANSACTION_REFERENCE.REFERENCE))));
        jooq.selectFrom(TRANSACTION_REVERSAL)
                .where(TRANSACTION_REVERSAL.POSITION.in(
                        positions.stream().map(position -> inline(position)).toList()))
                .forEach(row -> originals.put(
                        row.get(TRANSACTION_REVERSAL.POSITION), row.get(TRANSACTION_REVERSAL.ORIGINAL_POSITION)));
    }

    private void fetchFromHistory(List<Long> positions) {
        fromHistory(jooq, positions)
                .forEach(posting -> keys.put(
                        posting.value1(), new TransactionKey(posting.value2(), posting.value3(), posting.value4())));
    }

    /** Selects positions and the client, upper and lower half of their keys, from each transaction's first posting. */
    static Select<Record4<Long, Long, Long, Long>> fromHistory(DSLContext jooq, List<Long> positions) {
        return jooq.select(HISTORY.POSITION, HistoryTable.CLIENT, HistoryTable.KEY_HIGH, HistoryTable.KEY_LOW)
                .from(HISTORY)
                .where(HistoryTable.POSTING.in(
                        positions.stream().map(position -> inline(2 * position)).toList()));
    }

    private void fetchFromRuns(List<Long> positions) {
        TreeMap<Long, TransactionKey> runs = new TreeMap<>();
        Select<Record1<Long>> firsts = first(positions.get(0));
        for (long position : positions.subList(1, positions.size())) {
            firsts = firsts.unionAll(first(position));
        }
        jooq.selectFrom(TRANSACTION_KEY)
                .where(TRANSACTION_KEY.FIRST_POSITION.in(firsts.fetch().into(Long.class).stream()
                        .filter(first -> first != null)
                        .map(first -> inline(first))
                        .toList()))
                .forEach(run -> runs.put(
                        run.get(TRANSACTION_KEY.FIRST_POSITION),
                        new TransactionKey(
                                run.get(TRANSACTION_KEY.CLIENT),
                                run.get(TRANSACTION_KEY.KEY_HIGH),
                                run.get(TRANSACTION_KEY.KEY_LOW))));
        for (long position : positions) {
            Map.Entry<Long, TransactionKey> run = runs.floorEntry(position);
            if (run != null && position - run.getKey() < RunLengthKeys.BLOCK_KEYS) {
                TransactionKey first = run.getValue();
                keys.put(
                        position,
                        new TransactionKey(first.client(), first.high(), first.low() + position - run.getKey()));
            }
        }
    }

    /**
     * Finds the first position of the run that may contain a position. A run has at most {@link
     * RunLengthKeys#BLOCK_KEYS} keys, so it does not begin earlier than that.
     */
    private Select<Record1<Long>> first(long position) {
        return jooq.select(max(TRANSACTION_KEY.FIRST_POSITION))
                .from(TRANSACTION_KEY)
                .where(TRANSACTION_KEY.FIRST_POSITION.between(
                        inline(position - RunLengthKeys.BLOCK_KEYS + 1), inline(position)));
    }

    /** The key of a position; null if the database does not have it. */
    @Nullable
    TransactionKey key(long position) {
        return keys.get(position);
    }

    /** The position of the transaction that was reversed at a position; 0 if there is no reversal at it. */
    long reverses(long position) {
        return originals.getOrDefault(position, 0L);
    }

    /** The reference of a position; null if it has none. */
    @Nullable
    Reference reference(long position) {
        return references.get(position);
    }
}
