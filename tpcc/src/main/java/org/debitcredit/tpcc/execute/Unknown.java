package org.debitcredit.tpcc.execute;

import java.util.Arrays;

/** A request names a row that the loaded database does not have. Nothing was changed. */
public final class Unknown extends RuntimeException {

    private Unknown(String what, int[] key) {
        super("there is no " + what + " " + Arrays.toString(key) + "; ask for one within the loaded scale");
    }

    static void unless(boolean exists, String what, int... key) {
        if (!exists) {
            throw new Unknown(what, key);
        }
    }
}
