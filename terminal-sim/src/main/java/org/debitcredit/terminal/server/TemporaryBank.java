package org.debitcredit.terminal.server;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.debitcredit.bank.Preset;
import org.debitcredit.terminal.console.RunFailure;
import org.debitcredit.terminal.console.Talk;
import org.jspecify.annotations.Nullable;

/**
 * A temporary bank: its own server, which can be killed and started again, and data, which are deleted even if the run
 * is interrupted. The data are not in the system's temporary folder, which may be in memory without real forces.
 */
public final class TemporaryBank implements AutoCloseable {

    private static final String HOST = "127.0.0.1";

    private final ServerPlan plan;
    private final TemporaryBankFolders folders;
    private final Thread onInterrupt = new Thread(this::end, "end-of-bank");
    private volatile @Nullable ServerProcess server;
    private volatile boolean ended;
    private final ServerPorts ports;

    private TemporaryBank(ServerPlan plan, TemporaryBankFolders folders, ServerPorts ports) {
        this.plan = plan;
        this.folders = folders;
        this.ports = ports;
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    /** Founds and starts one with the product's own settings; its data and its log are in the given folder. */
    public static TemporaryBank start(Path folder, int branches, Preset preset, Talk talk) {
        return start(
                ServerPlan.ofLauncher(branches, preset),
                TemporaryBankFolders.in(folder, null, folder.resolve("server.log")),
                talk);
    }

    /** Founds and starts one, prints its progress every two seconds, and returns when it is ready. */
    public static TemporaryBank start(ServerPlan plan, TemporaryBankFolders folders, Talk talk) {
        return start(plan, folders, new OwnPorts(new SplittableRandom()).ofServer(), talk);
    }

    /** The same on given ports, which other processes may need before it is started. */
    public static TemporaryBank start(ServerPlan plan, TemporaryBankFolders folders, ServerPorts ports, Talk talk) {
        TemporaryBank bank = new TemporaryBank(plan, folders, ports);
        try {
            List<String> founding = new ArrayList<>(bank.arguments(folders.data(), folders.mirror()));
            founding.add("--found");
            bank.start(founding, talk);
            return bank;
        } catch (RuntimeException failed) {
            bank.close();
            throw failed;
        }
    }

    /** Its address, which stays the same when it is started again. */
    public URI url() {
        return URI.create("http://" + HOST + ":" + ports.http());
    }

    public TemporaryBankFolders folders() {
        return folders;
    }

    /** The process id of its server. */
    public long pid() {
        return running().pid();
    }

    /** Whether its server's process has not ended. */
    public boolean isAlive() {
        ServerProcess process = server;
        return process != null && process.isAlive();
    }

    /** Ends its server at once, as {@code kill -9} does, and waits until the process has ended. */
    public void kill() {
        running().kill();
    }

    /** Starts its server again, on the same port, and returns when it has recovered and is ready. */
    public void restart(Talk talk) {
        restart(folders.data(), folders.mirror(), List.of(), talk);
    }

    /**
     * The same from other directories, or with further arguments, as an operator does after a loss.
     *
     * @param data directory of the bank, such as the mirror that is left
     */
    public void restart(Path data, @Nullable Path mirror, List<String> settings, Talk talk) {
        if (isAlive()) {
            throw new IllegalStateException("the server still runs");
        }
        List<String> arguments = new ArrayList<>(arguments(data, mirror));
        arguments.addAll(settings);
        start(arguments, talk);
    }

    /** What its server logged, at its latest start, about the bank that it found: each a sentence. */
    public List<String> recovery() {
        return running().recovery();
    }

    private void start(List<String> arguments, Talk talk) {
        ServerProcess process = ServerProcess.start(plan, arguments, ports, folders.log());
        server = process;
        if (ended) {
            process.kill();
        }
        process.awaitReady(talk);
        if (ended) {
            // Not a RunFailure, which a test of durability would take for a failure of the server.
            throw new IllegalStateException("the run was interrupted");
        }
        process.ports();
    }

    private List<String> arguments(Path data, @Nullable Path mirror) {
        List<String> arguments = new ArrayList<>(List.of("--data", data.toString()));
        if (mirror != null) {
            arguments.addAll(List.of("--mirror", mirror.toString()));
        }
        return arguments;
    }

    private ServerProcess running() {
        ServerProcess process = server;
        if (process == null) {
            throw new RunFailure("the server was not started");
        }
        return process;
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException interrupted) {
            // The hook is running; it does the same.
        }
    }

    private synchronized void end() {
        ended = true;
        ServerProcess process = server;
        if (process != null) {
            process.close();
        }
        Deletion.of(folders.data());
        Path mirror = folders.mirror();
        if (mirror != null) {
            Deletion.of(mirror);
        }
    }
}
