package org.debitcredit.server.rest;

import java.util.regex.Pattern;
import org.debitcredit.server.answer.Detail;
import org.debitcredit.server.answer.Malformed;

/** The id of an account, teller or branch in a path. */
final class PathId {

    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,19}");

    private PathId() {}

    static long parse(String text) {
        try {
            if (INTEGER.matcher(text).matches()) {
                return Long.parseLong(text);
            }
        } catch (NumberFormatException beyondLong) {
            // as malformed as any other
        }
        throw new Malformed("id is '" + Detail.shown(text) + "'; it must be an integer of 64 bits");
    }
}
