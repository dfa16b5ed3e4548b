package org.debitcredit.server.security;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A set of ids, of branches or tellers, given as single ids and ranges. A look-up allocates nothing. */
final class IdRanges {

    private static final Pattern IDS = Pattern.compile("([0-9]{1,18})(?:-([0-9]{1,18}))?");

    /** The first ids of the ranges, in ascending order. The ranges do not overlap. */
    private final long[] first;

    private final long[] last;

    private record Range(long first, long last) {}

    private IdRanges(List<Range> ascending) {
        first = ascending.stream().mapToLong(Range::first).toArray();
        last = ascending.stream().mapToLong(Range::last).toArray();
    }

    /**
     * Parses ids.
     *
     * @param property its name in the configuration, for the error
     * @param texts each an id, such as {@code 7}, or a range, such as {@code 10-19}
     */
    static IdRanges parse(String property, List<String> texts) {
        List<Range> ascending = new ArrayList<>();
        texts.stream()
                .map(text -> parse(property, text.strip()))
                .sorted(Comparator.comparingLong(Range::first))
                .forEach(next -> add(next, ascending));
        return new IdRanges(ascending);
    }

    private static void add(Range next, List<Range> ascending) {
        int end = ascending.size() - 1;
        if (end >= 0 && next.first <= ascending.get(end).last) {
            Range before = ascending.remove(end);
            ascending.add(new Range(before.first, Math.max(before.last, next.last)));
        } else {
            ascending.add(next);
        }
    }

    private static Range parse(String property, String text) {
        Matcher ids = IDS.matcher(text);
        if (!ids.matches()) {
            throw wrong(property, text);
        }
        long from = Long.parseLong(ids.group(1));
        long to = ids.group(2) == null ? from : Long.parseLong(ids.group(2));
        if (to < from) {
            throw wrong(property, text);
        }
        return new Range(from, to);
    }

    private static IllegalArgumentException wrong(String property, String text) {
        return new IllegalArgumentException(
                property + " contains '" + text + "'; it must be an id, such as 7, or a range, such as 10-19");
    }

    boolean isEmpty() {
        return first.length == 0;
    }

    /** Whether this is the set of one id. */
    boolean isOnly(long id) {
        return first.length == 1 && first[0] == id && last[0] == id;
    }

    boolean contains(long id) {
        int found = Arrays.binarySearch(first, id);
        int range = found >= 0 ? found : -found - 2;
        return range >= 0 && id <= last[range];
    }
}
