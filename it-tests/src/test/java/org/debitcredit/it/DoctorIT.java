package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code doctor} says of this machine. With {@code -Dbank.docs.write=true} it also takes the picture of the
 * documentation.
 */
class DoctorIT {

    private static final List<String> COMMAND =
            List.of("doctor", "--found", "--ledger", "memory", "--branches", "1000", "--rate", "5000");

    private static final String LINE = "(fine|warning|fault) +[a-z]+ +\\S.*";

    /** Stands for the directory in the picture. */
    private static final String DATA = "/var/lib/bank";

    @TempDir
    Path folder;

    @Test
    void itJudgesEachPartOfTheMachineAndEndsWithTheVerdict() throws IOException {
        // On the disk of the build, because temporary files may be in memory.
        Path directory =
                Files.createTempDirectory(Artifacts.root().resolve("it-tests").resolve("target"), "doctor");
        try {
            Path data = directory.resolve("data");
            CommandRun run = PreparedServer.run(arguments(data));
            List<String> lines = run.stdout().lines().toList();
            assertThat(lines).as(run.toString()).hasSizeGreaterThan(5);
            List<String> findings = lines.subList(0, lines.size() - 1);
            assertThat(findings).allMatch(line -> line.matches(LINE));
            boolean isFaulty = findings.stream().anyMatch(line -> line.startsWith("fault"));
            assertThat(run.exitCode()).isEqualTo(isFaulty ? 1 : 0);
            assertThat(lines.get(lines.size() - 1))
                    .startsWith(isFaulty ? "the bank cannot run like this" : "no faults were found");
            assertThat(data).doesNotExist();
            if (Boolean.getBoolean("bank.docs.write")) {
                picture(run.stdout().replace(data.toString(), DATA));
            }
        } finally {
            Folders.delete(directory);
        }
    }

    private static String[] arguments(Path data) {
        List<String> arguments = new ArrayList<>(COMMAND);
        arguments.addAll(List.of("--data", data.toString()));
        return arguments.toArray(String[]::new);
    }

    private void picture(String text) throws IOException {
        Path style = Artifacts.root().resolve("bank-server/src/main/resources/console/console.css");
        Path page = Files.writeString(folder.resolve("doctor.html"), """
                <!doctype html><html lang="en"><head><meta charset="utf-8"><title>doctor</title>
                <link rel="stylesheet" href="%s"></head><body><main><section class="panel">
                <h2>./bank %s --data %s</h2>
                <pre style="margin: 0; white-space: pre-wrap">%s</pre>
                </section></main></body></html>
                """.formatted(
                        style.toUri(), String.join(" ", COMMAND), DATA, escaped(text)));
        try (Browser browser = Browser.open(folder.resolve("profile"))) {
            browser.look(1100, 100, false);
            browser.visit(page.toUri().toString());
            int height = browser.value("document.documentElement.scrollHeight").asInt();
            browser.look(1100, height, false);
            Path images = Files.createDirectories(Artifacts.root().resolve("docs/images"));
            Files.write(images.resolve("doctor.png"), browser.picture());
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
