package org.debitcredit.console;

import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The help texts of a jar's commands, as the launcher prints them while nothing is built. */
public final class HelpPages {

    private static final int WIDTH = 100;

    private HelpPages() {}

    /** By command: what {@code --help} prints, without colours, for a terminal of {@value #WIDTH} columns. */
    public static Map<String, String> of(CommandLine commands) {
        Map<String, String> pages = new TreeMap<>();
        for (Map.Entry<String, CommandLine> command : commands.getSubcommands().entrySet()) {
            CommandLine line = command.getValue();
            line.setUsageHelpWidth(WIDTH);
            pages.put(command.getKey(), line.getUsageMessage(Ansi.OFF));
        }
        return pages;
    }
}
