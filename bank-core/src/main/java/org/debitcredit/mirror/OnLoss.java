package org.debitcredit.mirror;

import java.util.Locale;

/** What a mirrored bank does when one of its two media fails while it runs. */
public enum OnLoss {
    /** The bank stops, as it would without a mirror. */
    STOP,
    /** The bank continues on the other, once the other's record says that it is alone. */
    DEGRADE;

    /** Parses a name from the configuration. */
    public static OnLoss parse(String name) {
        for (OnLoss onLoss : values()) {
            if (onLoss.toString().equals(name)) {
                return onLoss;
            }
        }
        throw new IllegalArgumentException("on-loss is '" + name + "'; it must be stop or degrade");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
