package org.debitcredit.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A contender in a separate JVM, so that the sides do not share garbage, code or threads. */
final class ContenderProcess implements Contender {

    private final Side side;
    private final Process process;
    private final BufferedWriter questions;
    private final BufferedReader answers;

    ContenderProcess(Side side, List<String> jvmArguments, int branches, int inFlight, Path directory)
            throws IOException {
        this.side = side;
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(BankBenchmark.jvmArguments()));
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ContenderMain.class.getName()));
        command.addAll(List.of(side.name(), String.valueOf(branches), String.valueOf(inFlight), directory.toString()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        questions = process.outputWriter();
        answers = process.inputReader();
    }

    @Override
    public Figures runFor(Duration duration) {
        return Figures.parse(ask("run " + duration.toMillis()));
    }

    @Override
    public boolean holds() {
        return Boolean.parseBoolean(ask("holds"));
    }

    /** Records from now on; the file is written on close. */
    void record(Path file) {
        ask("record " + file);
    }

    private String ask(String question) {
        try {
            questions.write(question + "\n");
            questions.flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new IOException("the JVM of side " + side + " ended before it answered '" + question + "'");
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends its input, and waits for its end. */
    @Override
    public void close() throws IOException {
        questions.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
        }
    }
}
