package org.debitcredit.figures;

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

    private Markers() {}

    private static String begin(String name) {
        return "<!-- generated: " + name + " -->";
    }

    /**
     * The page with other content between a name's markers.
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
        return page.substring(0, at + begin.length()) + "\n" + content.strip() + "\n" + page.substring(end);
    }
}
