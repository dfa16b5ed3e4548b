package org.debitcredit.console;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * What is written of a jar's commands into {@code config}, so that it is there while nothing is built: help texts, man pages and
 * the options that a shell completes.
 */
public final class HelpPages {

    /** The script that completes the commands of all jars. */
    public static final String COMPLETION = "completion/bank.bash";

    private static final int WIDTH = 100;

    private HelpPages() {}

    /**
     * By file in {@code config}, what it holds.
     *
     * @param completion what {@link #COMPLETION} holds, with the commands of other jars
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
