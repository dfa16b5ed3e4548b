package org.debitcredit.simulation.regions;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.region.Decided;
import org.debitcredit.transaction.Reversal;
import org.jspecify.annotations.Nullable;

/** Everything that the acquirer and the issuer have decided for one key of a customer. */
final class SimulatedPair {

    final int acquirer;
    final int issuer;
    final Half atAcquirer = new Half();
    final Half atIssuer = new Half();

    SimulatedPair(int acquirer, int issuer) {
        this.acquirer = acquirer;
        this.issuer = issuer;
    }

    /** What one of the two has decided: the original, and what took it back. */
    static final class Half {
        private final List<Decided> rows = new ArrayList<>();

        void add(Decided row) {
            rows.add(row);
        }

        /** Null if it was not decided. */
        @Nullable
        Decided original() {
            return rows.stream()
                    .filter(row -> row.original() == null)
                    .findFirst()
                    .orElse(null);
        }

        /** The sum that is posted up to a position, in minor units. */
        long netMinor(long position) {
            return rows.stream()
                    .filter(row -> row.position() <= position)
                    .mapToLong(SimulatedPair::signedMinor)
                    .sum();
        }

        /** The sum that is posted in all, in minor units. */
        long netMinor() {
            return netMinor(Long.MAX_VALUE);
        }

        boolean isCommitted() {
            Decided original = original();
            return original != null && original.isCommitted();
        }

        /** Whether the original was decided, and refused. */
        boolean isRefused() {
            Decided original = original();
            return original != null && !original.isCommitted();
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            rows.forEach(row -> text.append(' ')
                    .append(row.position())
                    .append(row.original() == null ? " " : " reversal ")
                    .append(row.isCommitted() ? signedMinor(row) : "refused")
                    .append(','));
            return text.toString();
        }
    }

    static long signedMinor(Decided row) {
        if (!row.isCommitted()) {
            return 0;
        }
        return row.original() != null
                ? row.amountMinor()
                : Reversal.postedBy(row.type().code(), row.amountMinor());
    }

    @Override
    public String toString() {
        return "at acquirer " + acquirer + ":" + atAcquirer + " at issuer " + issuer + ":" + atIssuer;
    }
}
