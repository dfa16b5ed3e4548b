package org.debitcredit.console;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * The help texts, man pages and shell completion of a jar's commands. They are stored in {@code config}, so that they
 * are available before a build.
 */
public final class HelpPages {

    /** The script that completes the commands of all jars. */
    public static final String COMPLETION = "completion/bank.bash";

    private static final int WIDTH = 100;

    private HelpPages() {}

    /**
     * The contents of the files in {@code config}, by name.
     *
     * @param completion contents of {@link #COMPLETION}, including the commands of other jars
     */
    public static Map<String, String> of(CommandLine commands, String completion) {
        Map<String, String> pages = new TreeMap<>();
        String completed = completion;
        for (Map.Entry<String, CommandLine> command : commands.getSubcommands().entrySet()) {
            String name = command.getKey();
            CommandLine line = command.getValue();
            line.setUsageHelpWidth(WIDTH);
            pages.put("help/" + name + ".txt", line.getUsageMessage(Ansi.OFF));
            pages.put("man/bank-" + name + ".1", ManPage.of(line));
            completed = CompletionScript.with(completed, line);
        }
        pages.put(COMPLETION, completed);
        return pages;
    }
}
