package org.debitcredit.ledger.sql;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rows of one table that a batch touches: each id has one slot with its balance and whether it was changed; for an
 * account also the position of its last posting. Used for one batch at a time: {@link #clear} begins the next one.
 */
final class TouchedRows {

    private static final int EMPTY = -1;

    private final LongColumn ids = new LongColumn();
    private final LongColumn sortedIds = new LongColumn();
    private final LongColumn balances = new LongColumn();
    private final LongColumn lastPositions = new LongColumn();
    private boolean[] changed = new boolean[64];
    /** Whether the database holds the row. */
    private boolean[] loaded = new boolean[64];

    private int loadedRows;
    /** Open addressing, at most half full: a slot, or {@link #EMPTY}. */
    private int[] table = new int[128];

    TouchedRows() {
        Arrays.fill(table, EMPTY);
    }

    void clear() {
        Arrays.fill(table, EMPTY);
        Arrays.fill(changed, 0, ids.size(), false);
        forgetLoaded();
        ids.clear();
        sortedIds.clear();
        balances.clear();
        lastPositions.clear();
    }

    /** The id's slot, which is created if there is none. */
    int touch(long id) {
        int place = placeOf(id);
        if (table[place] != EMPTY) {
            return table[place];
        }
        int slot = ids.size();
        table[place] = slot;
        ids.add(id);
        balances.add(0);
        lastPositions.add(0);
        if (ids.size() * 2 > table.length) {
            grow();
        }
        return slot;
    }

    /** The slot of an id, or -1 when it was not touched. */
    int slotOf(long id) {
        return table[placeOf(id)];
    }

    int size() {
        return ids.size();
    }

    /**
     * The touched ids in the order of the table, in which a B-tree is walked fastest. No row may be touched afterwards.
     */
    LongColumn sortedIds() {
        if (sortedIds.size() < ids.size()) {
            sortedIds.setSorted(ids);
        }
        return sortedIds;
    }

    long balance(int slot) {
        return balances.get(slot);
    }

    /** Sets the balance that the database has. */
    void load(int slot, long balance) {
        balances.set(slot, balance);
        loadedRows += loaded[slot] ? 0 : 1;
        loaded[slot] = true;
    }

    /** Resets the rows, as if the database had not been queried yet. */
    void forgetLoaded() {
        Arrays.fill(loaded, 0, ids.size(), false);
        loadedRows = 0;
    }

    /** Whether the database has all touched rows. */
    boolean areAllLoaded() {
        return loadedRows == ids.size();
    }

    /** The ids that the database does not have. */
    Set<Long> notLoaded() {
        Set<Long> missing = new TreeSet<>();
        for (int slot = 0; slot < ids.size(); slot++) {
            if (!loaded[slot]) {
                missing.add(ids.get(slot));
            }
        }
        return missing;
    }

    /** Sets the balance and last posting that the database has for an account. */
    void load(int slot, long balance, long lastPosition) {
        load(slot, balance);
        lastPositions.set(slot, lastPosition);
    }

    /** Notes a posting to an account; answers the position of the one before it, 0 when there was none. */
    long post(int slot, long position) {
        long previous = lastPositions.get(slot);
        lastPositions.set(slot, position);
        return previous;
    }

    /** Sets the balance that is to be written. */
    void change(int slot, long balance) {
        balances.set(slot, balance);
        changed[slot] = true;
    }

    /** Adds the changed rows to columns, in the order of the table. */
    void changedTo(LongColumn changedIds, LongColumn changedBalances, LongColumn changedLastPositions) {
        LongColumn order = sortedIds();
        for (int i = 0; i < order.size(); i++) {
            int slot = slotOf(order.get(i));
            if (changed[slot]) {
                changedIds.add(order.get(i));
                changedBalances.add(balances.get(slot));
                changedLastPositions.add(lastPositions.get(slot));
            }
        }
    }

    /** The place of the id's slot in the table, or the free place where it would be. */
    private int placeOf(long id) {
        int mask = table.length - 1;
        int place = (int) ((id * 0x9E3779B97F4A7C15L) >>> 40) & mask;
        while (table[place] != EMPTY && ids.get(table[place]) != id) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void grow() {
        table = new int[table.length * 2];
        Arrays.fill(table, EMPTY);
        changed = Arrays.copyOf(changed, table.length / 2);
        loaded = Arrays.copyOf(loaded, table.length / 2);
        for (int slot = 0; slot < ids.size(); slot++) {
            table[placeOf(ids.get(slot))] = slot;
        }
    }
}
