package org.debitcredit.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The system calls by which a process reaches another machine, as {@code strace} writes them down. */
final class CallTrace {

    private static final Path STRACE = Path.of("/usr/bin/strace");
    private static final Pattern PEER =
            Pattern.compile("sin6?_port=htons\\((\\d+)\\).*inet_(?:addr\\(|pton\\(AF_INET6, )\"([^\"]+)\"");

    private CallTrace() {}

    /** Why it cannot be used here; empty when it can. */
    static String hindrance(Path folder) throws IOException {
        if (!Files.isExecutable(STRACE)) {
            return "there is no " + STRACE;
        }
        List<String> trial = new ArrayList<>(command(folder.resolve("trial")));
        trial.add("true");
        CommandRun run = CommandRun.of(trial, Map.of());
        return run.exitCode() == 0
                ? ""
                : "strace does not work: " + run.stderr().strip();
    }

    /** Goes before a command. {@code -D}: the process is the command's own, the tracer stands aside. */
    static List<String> command(Path log) {
        return List.of(
                STRACE.toString(), "-D", "-f", "--seccomp-bpf", "-e", "trace=connect,sendto", "-o", log.toString());
    }

    /** Calls to anything but loopback, and to any name server. */
    static List<String> outward(List<String> lines) {
        return lines.stream().filter(CallTrace::isOutward).toList();
    }

    private static boolean isOutward(String line) {
        Matcher peer = PEER.matcher(line);
        if (!peer.find()) {
            return false;
        }
        String address = peer.group(2);
        boolean loopback = address.startsWith("127.") || address.equals("::1") || address.startsWith("::ffff:127.");
        return !loopback || peer.group(1).equals("53");
    }
}
