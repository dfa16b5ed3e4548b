package org.debitcredit.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command as a manual page, section 1. */
final class ManPage {

    private final Help help;
    private final List<String> lines = new ArrayList<>();

    private ManPage(Help help) {
        this.help = help;
    }

    /** The source of the page, for {@code man}. */
    static String of(CommandLine command) {
        ManPage page = new ManPage(new Help(command.getCommandSpec(), Help.defaultColorScheme(Ansi.OFF)));
        page.write(command.getCommandSpec());
        return String.join("\n", page.lines) + "\n";
    }

    private void write(CommandSpec command) {
        String name = command.qualifiedName("-");
        String description = String.join(" ", help.description().split("\\R"));
        lines.add(".TH " + escaped(name.toUpperCase(Locale.ROOT)) + " 1 \"\" DebitCredit");
        lines.add(".SH NAME");
        // The first sentence, as it is shown in tables of contents.
        lines.add(escaped(name) + " \\- " + escaped(description.replaceFirst("\\. .*|\\.$", "")));
        lines.add(".SH SYNOPSIS");
        lines.add(escaped(String.join(" ", help.synopsis(0).strip().split("\\s+"))));
        lines.add(".SH DESCRIPTION");
        lines.add(escaped(description));
        lines.add(".SH OPTIONS");
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            if (!parameter.hidden()) {
                item(parameter.paramLabel(), described(parameter, rendered(parameter)));
            }
        }
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                item(names(option), described(option, rendered(option)));
            }
        }
        if (!command.subcommands().isEmpty()) {
            lines.add(".SH COMMANDS");
            command.subcommands().values().forEach(this::item);
        }
        lines.add(".SH SEE ALSO");
        lines.add(".BR bank (1)");
    }

    private void item(CommandLine subcommand) {
        Help of = new Help(subcommand.getCommandSpec(), Help.defaultColorScheme(Ansi.OFF));
        item(
                String.join(" ", of.synopsis(0).strip().split("\\s+")),
                String.join(" ", of.description().split("\\R")));
    }

    private void item(String term, String description) {
        lines.add(".TP");
        lines.add("\\fB" + escaped(term) + "\\fR");
        lines.add(escaped(description));
    }

    private static String names(OptionSpec option) {
        String value = option.typeInfo().isBoolean() ? "" : "=" + option.paramLabel();
        return Stream.of(option.names()).collect(Collectors.joining(", ")) + value;
    }

    private Text[][] rendered(OptionSpec option) {
        return help.createDefaultOptionRenderer().render(option, help.parameterLabelRenderer(), help.colorScheme());
    }

    private Text[][] rendered(PositionalParamSpec parameter) {
        return help.createDefaultParameterRenderer()
                .render(parameter, help.parameterLabelRenderer(), help.colorScheme());
    }

    /**
     * The last column of the usage help, in which variables such as {@code ${DEFAULT-VALUE}} are replaced by their
     * values.
     */
    private static String described(ArgSpec argument, Text[][] rows) {
        String description = Stream.of(rows)
                .map(columns -> columns[columns.length - 1].plainString())
                .collect(Collectors.joining(" "))
                .strip();
        if (description.isEmpty()) {
            throw new IllegalStateException("no description of " + argument.paramLabel());
        }
        return description;
    }

    /** Escaped text, which contains no typesetter request, and hyphens that can be copied. */
    private static String escaped(String text) {
        String plain = text.replace("\\", "\\e").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
