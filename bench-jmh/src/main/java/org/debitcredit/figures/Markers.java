package org.debitcredit.figures;

import java.util.stream.Collectors;

/**
 * The generated parts of a page that is otherwise written by hand.
 *
 * <pre>
 *   prose
 *   &lt;!-- generated: limits --&gt;
 *   what a command wrote
 *   &lt;!-- end --&gt;
 *   prose
 * </pre>
 */
final class Markers {

    private static final String END = "<!-- end -->";

    /** Columns of a line of prose on our pages. A line of a table may be longer. */
    private static final int COLUMNS_MAX = 120;

    private Markers() {}

    private static String begin(String name) {
        return "<!-- generated: " + name + " -->";
    }

    /**
     * The page with other content between a name's markers. Long lines of prose are broken between words.
     *
     * @throws IllegalArgumentException where the page has not exactly one such part, or its end is missing
     */
    static String replace(String page, String name, String content) {
        String begin = begin(name);
        int at = page.indexOf(begin);
        if (at < 0 || page.indexOf(begin, at + 1) >= 0) {
            throw new IllegalArgumentException("the page must have '" + begin + "' exactly once");
        }
        int end = page.indexOf(END, at);
        int next = page.indexOf("<!-- generated: ", at + 1);
        if (end < 0 || next >= 0 && next < end) {
            throw new IllegalArgumentException("'" + begin + "' has no '" + END + "' after it");
        }
        return page.substring(0, at + begin.length()) + "\n" + broken(content.strip()) + "\n" + page.substring(end);
    }

    private static String broken(String text) {
        return text.lines()
                .map(line -> line.startsWith("|") ? line : brokenProse(line))
                .collect(Collectors.joining("\n"));
    }

    private static String brokenProse(String line) {
        StringBuilder lines = new StringBuilder();
        String left = line;
        while (left.length() > COLUMNS_MAX && left.lastIndexOf(' ', COLUMNS_MAX) > 0) {
            int end = left.lastIndexOf(' ', COLUMNS_MAX);
            lines.append(left, 0, end).append('\n');
            left = left.substring(end + 1);
        }
        return lines.append(left.stripTrailing()).toString();
    }
}
