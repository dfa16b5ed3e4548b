package org.debitcredit.console;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The script with which a shell completes commands. It has one line for each command, with its options, its
 * subcommands and their options.
 */
final class CompletionScript {

    private static final String END = "    # end of commands";

    private CompletionScript() {}

    /** Adds the line of a command to a script, or replaces the existing one. Lines are sorted by command. */
    static String with(String script, CommandLine command) {
        String begin = "    " + command.getCommandName() + ") options='";
        List<String> lines = new ArrayList<>(script.lines().toList());
        lines.removeIf(line -> line.startsWith(begin));
        int at = lines.indexOf(END);
        if (at < 0) {
            throw new IllegalArgumentException("the script has no line '" + END + "'");
        }
        while (lines.get(at - 1).contains(") options='") && lines.get(at - 1).compareTo(begin) > 0) {
            at--;
        }
        lines.add(at, begin + options(command) + "' ;;");
        return String.join("\n", lines) + "\n";
    }

    private static String options(CommandLine command) {
        Stream<String> subcommands = command.getSubcommands().keySet().stream();
        Stream<String> options = Stream.concat(Stream.of(command), command.getSubcommands().values().stream())
                .flatMap(line -> line.getCommandSpec().options().stream())
                .filter(option -> !option.hidden())
                .map(OptionSpec::names)
                .flatMap(Stream::of)
                .filter(name -> name.startsWith("--"));
        return Stream.concat(options, subcommands).distinct().sorted().collect(Collectors.joining(" "));
    }
}
