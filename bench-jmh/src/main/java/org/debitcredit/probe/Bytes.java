package org.debitcredit.probe;

import java.util.Locale;

/** Sizes in words. */
final class Bytes {

    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final int STEP = 1_024;

    private Bytes() {}

    /** {@code 512 B}, {@code 64 KiB}, {@code 1.6 GiB}: a tenth where it is not whole. */
    static String words(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= STEP && unit < UNITS.length - 1) {
            size /= STEP;
            unit++;
        }
        return String.format(Locale.ROOT, size == Math.rint(size) ? "%.0f %s" : "%.1f %s", size, UNITS[unit]);
    }
}
