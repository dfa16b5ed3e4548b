package org.debitcredit.storage;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Closes everything that was opened, even if something fails meanwhile. */
public final class Closeables {

    private Closeables() {}

    /**
     * Closes each in the given order. Failures are added to the reason.
     *
     * @param reason why they are closed; the caller throws it
     * @param opened what had not been opened yet is null
     */
    public static void close(Throwable reason, @Nullable AutoCloseable... opened) {
        for (AutoCloseable each : opened) {
            try {
                if (each != null) {
                    each.close();
                }
            } catch (Exception e) {
                reason.addSuppressed(e);
            }
        }
    }

    /**
     * Closes each in the given order, even if one fails.
     *
     * @throws IOException the first failure, or one around it; the others are added to it
     */
    public static void closeAll(List<? extends AutoCloseable> opened) throws IOException {
        for (int i = 0; i < opened.size(); i++) {
            try {
                opened.get(i).close();
            } catch (Exception e) {
                IOException failure = MediumLoss.asIoException(e);
                close(failure, opened.subList(i + 1, opened.size()).toArray(AutoCloseable[]::new));
                throw failure;
            }
        }
    }
}
