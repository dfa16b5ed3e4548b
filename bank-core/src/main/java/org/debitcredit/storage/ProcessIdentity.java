package org.debitcredit.storage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process of this machine: its id, and when it started. The system gives an id to another process later, but not one
 * that started at the same time.
 *
 * @param pid the process id
 * @param startedAt when it started, in a unit of the system's own: clock ticks since the boot where {@code /proc} tells
 *     it, because these do not change with the clock, and milliseconds since 1970 elsewhere; 0 if it is not known
 */
public record ProcessIdentity(long pid, long startedAt) {

    /** Enough for the text of every process. */
    static final int TEXT_LENGTH_MAX = 40;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,19})(?: (\\d{1,19}))?");

    /** Index of the field "starttime" in /proc/PID/stat, counted from the field after the name (proc_pid_stat(5)). */
    private static final int START_TIME_AFTER_NAME = 19;

    /** This process. */
    public static ProcessIdentity current() {
        long pid = ProcessHandle.current().pid();
        return new ProcessIdentity(pid, startedAt(pid).orElse(0));
    }

    /** The process of a text made by {@link #text}, or by an earlier release, which wrote the id alone. */
    public static Optional<ProcessIdentity> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            String started = matcher.group(2);
            return Optional.of(new ProcessIdentity(
                    Long.parseLong(matcher.group(1)), started == null ? 0 : Long.parseLong(started)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The id, and after a space the start, if it is known. */
    public String text() {
        return startedAt == 0 ? Long.toString(pid) : pid + " " + startedAt;
    }

    /**
     * The process, if it still runs; empty if its id belongs to no process or to a later one, or if its start is not
     * known.
     */
    public Optional<ProcessHandle> running() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> startedAt != 0 && startedAt(pid).equals(OptionalLong.of(startedAt)));
    }

    private static OptionalLong startedAt(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            // The name stands in parentheses and may contain spaces and parentheses.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return OptionalLong.of(Long.parseLong(fields[START_TIME_AFTER_NAME]));
        } catch (IOException | RuntimeException e) {
            return ProcessHandle.of(pid)
                    .flatMap(process -> process.info().startInstant())
                    .map(start -> OptionalLong.of(start.toEpochMilli()))
                    .orElse(OptionalLong.empty());
        }
    }
}
