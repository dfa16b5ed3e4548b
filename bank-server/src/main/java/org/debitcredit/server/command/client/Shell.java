package org.debitcredit.server.command.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import picocli.AutoComplete;
import picocli.CommandLine.ExitCode;

/**
 * The prompt. It completes commands and options, and recalls earlier lines. These stay in memory, because they contain
 * keys and account numbers.
 */
final class Shell {

    private static final String PROMPT = "bank> ";

    private final Lines lines;
    private final Terminal terminal;

    Shell(Lines lines, Terminal terminal) {
        this.lines = lines;
        this.terminal = terminal;
    }

    /** Whether a person types the standard input of this process. */
    static boolean isAtTerminal() {
        try {
            return System.console() != null && TerminalProvider.load("exec").isSystemStream(SystemStream.Input);
        } catch (IOException e) {
            return false;
        }
    }

    /** Reads lines until the end of the input. A failed command does not end the session. */
    int run() {
        LineReader reader = LineReaderBuilder.builder()
                .appName("bank")
                .terminal(terminal)
                .parser(lines.parser())
                .completer(this::complete)
                // References contain exclamation marks.
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
        while (!lines.session().hasEnded()) {
            String line;
            try {
                line = reader.readLine(PROMPT);
            } catch (UserInterruptException e) {
                continue;
            } catch (EndOfFileException e) {
                break;
            }
            execute(line);
        }
        return ExitCode.OK;
    }

    /** Ctrl-C ends the waiting of a command, not the session. */
    private void execute(String line) {
        Thread waiting = Thread.currentThread();
        Terminal.SignalHandler before = terminal.handle(Terminal.Signal.INT, signal -> waiting.interrupt());
        try {
            lines.execute(line);
        } finally {
            terminal.handle(Terminal.Signal.INT, before);
            // The signal may have come after the end of the command.
            Thread.interrupted();
        }
    }

    private void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        List<CharSequence> found = new ArrayList<>();
        AutoComplete.complete(
                lines.commands().getCommandSpec(),
                line.words().toArray(String[]::new),
                line.wordIndex(),
                0,
                line.cursor(),
                found);
        found.forEach(word -> candidates.add(new Candidate(word.toString())));
    }
}
