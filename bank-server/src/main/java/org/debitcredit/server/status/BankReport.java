package org.debitcredit.server.status;

import java.nio.file.Path;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.projection.Projection;
import org.debitcredit.recovery.LedgerChoice;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.lifecycle.BankState;
import org.debitcredit.server.metrics.KeyWindowSpan;
import org.debitcredit.settings.BankSettings;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The bank and its parts: writer, journal, snapshot, mirror, ledger, projection. One thread uses it. */
final class BankReport {

    private static final double SECOND = 1e9;

    private final BankState state;
    private final BankSettings settings;
    private final LedgerChoice ledger;
    private final KeyWindowSpan keys;
    private final LongSupplier nanos;
    private long bytesBefore;
    private long reportedNanos;

    BankReport(BankState state, BankSettings settings, LedgerChoice ledger, KeyWindowSpan keys, LongSupplier nanos) {
        this.state = state;
        this.settings = settings;
        this.ledger = ledger;
        this.keys = keys;
        this.nanos = nanos;
        this.reportedNanos = nanos.getAsLong();
    }

    void addTo(ObjectNode report, @Nullable DiskUse disks) {
        RunningBank bank = state.bank();
        report.put("ready", state.isReady());
        if (bank != null) {
            addIdentity(report.putObject("bank"), bank.identity());
            report.put("position", bank.engine().position());
        }
        addWriter(report.putObject("writer"), bank);
        addJournal(report.putObject("journal"), disks);
        ObjectNode snapshot = report.putObject("snapshot");
        snapshot.put("position", state.snapshotPosition());
        Numbers.put(snapshot, "redoSeconds", state.redoSeconds());
        addMirror(report.putObject("mirror"));
        addLedger(report.putObject("ledger"));
        addProjection(report.putObject("projection"));
        Numbers.put(report.putObject("keys").put("window", settings.keyWindow()), "seconds", keys.seconds());
        String clocksApart = state.clocksApart();
        if (clocksApart != null) {
            report.putObject("clock").put("detail", clocksApart);
        }
    }

    private static void addIdentity(ObjectNode object, BankIdentity identity) {
        object.put("id", identity.id().toString());
        object.put("currency", identity.currency().getCurrencyCode());
        object.put("branches", identity.scale().branches());
        object.put("tellersPerBranch", identity.scale().tellersPerBranch());
        object.put("accountsPerBranch", identity.scale().accountsPerBranch());
    }

    private void addWriter(ObjectNode object, @Nullable RunningBank bank) {
        String stoppedBy = state.stoppedBy();
        String stuck = state.stuckJournal();
        String full = state.fullJournal();
        String heap = state.fullHeap();
        if (bank == null) {
            object.put("state", "closed").put("detail", "the bank is opening or closing");
        } else if (stoppedBy != null) {
            object.put("state", "stopped").put("detail", stoppedBy);
        } else if (stuck != null) {
            object.put("state", "waits for its journal").put("detail", stuck);
        } else if (full != null) {
            object.put("state", "journal full").put("detail", full);
        } else if (heap != null) {
            object.put("state", "heap full").put("detail", heap);
        } else if (state.isLedgerAway()) {
            object.put("state", "waits for its ledger");
        } else {
            object.put("state", "works");
        }
        Numbers.put(object, "waitSeconds", state.journalWaitNanos() / SECOND);
    }

    private void addJournal(ObjectNode object, @Nullable DiskUse disks) {
        long now = nanos.getAsLong();
        long written = state.journaledBytes();
        object.put("kind", settings.journal().kind().toString());
        Numbers.putBytes(object, "bytes", state.journalBytes());
        Numbers.putBytes(object, "bytesMax", state.journalBytesMax());
        Numbers.putBytes(
                object,
                "bytesPerSecond",
                Math.max(0, written - bytesBefore) / (Math.max(1, now - reportedNanos) / SECOND));
        bytesBefore = written;
        reportedNanos = now;
        Integer epochs = disks == null ? null : disks.epochs();
        if (epochs != null && epochs > 0) {
            object.put("epochs", epochs);
        }
    }

    private void addMirror(ObjectNode object) {
        Path mirror = settings.journal().mirror();
        String lost = state.lostCopy();
        object.put("state", lost != null ? "lost" : mirror == null ? "none" : "whole");
        if (lost != null) {
            object.put("lostCopy", lost);
        }
    }

    private void addLedger(ObjectNode object) {
        object.put("kind", ledger.kind());
        String damage = state.ledgerDamage();
        object.put(
                "state",
                damage != null
                        ? "damaged"
                        : state.isLedgerAway() ? "away" : ledger.database() == null ? "in memory" : "connected");
        if (damage != null) {
            object.put("detail", damage);
        }
    }

    private void addProjection(ObjectNode object) {
        Projection.State following = state.projectionState();
        object.put("state", following == null ? "none" : following.name().toLowerCase(Locale.ROOT));
        Numbers.put(object, "lag", state.projectionLag());
        String ended = state.endedProjection();
        if (ended != null) {
            object.put("detail", ended);
        }
    }
}
