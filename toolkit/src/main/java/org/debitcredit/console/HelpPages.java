package org.debitcredit.console;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * The help texts, man pages and shell completion of a jar's commands. They are stored in {@code config}, so that they
 * are available before a build. A command below another one has pages of its own: {@code client-balance.txt}.
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
        commands.setUsageHelpWidth(WIDTH);
        addPages(pages, "", commands);
        String completed = completion;
        for (CommandLine command : commands.getSubcommands().values()) {
            completed = CompletionScript.with(completed, command);
        }
        pages.put(COMPLETION, completed);
        return pages;
    }

    /** Adds the pages of all commands below a command, at every depth. */
    private static void addPages(Map<String, String> pages, String prefix, CommandLine parent) {
        for (Map.Entry<String, CommandLine> entry : parent.getSubcommands().entrySet()) {
            String name = prefix + entry.getKey();
            CommandLine command = entry.getValue();
            pages.put("help/" + name + ".txt", command.getUsageMessage(Ansi.OFF));
            pages.put("man/bank-" + name + ".1", ManPage.of(command));
            addPages(pages, name + "-", command);
        }
    }
}
