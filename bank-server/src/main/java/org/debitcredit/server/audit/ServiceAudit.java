package org.debitcredit.server.audit;

import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.lifecycle.BankLifecycle;
import org.debitcredit.server.lifecycle.BankOpening;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.settings.JournalProperties;
import org.jspecify.annotations.Nullable;

/** Records the start and the stop of the service, and what its operator accepted for this start. */
final class ServiceAudit implements AutoCloseable {

    private final AuditLog audit;
    private final BankOpening opening;
    private final BankLifecycle lifecycle;
    private volatile @Nullable RunningBank opened;

    ServiceAudit(AuditLog audit, BankOpening opening, BankLifecycle lifecycle, BankProperties properties) {
        this.audit = audit;
        this.opening = opening;
        this.lifecycle = lifecycle;
        recordAccepted(properties);
        lifecycle.opened().whenComplete((bank, failure) -> recordStart(bank));
    }

    private void recordStart(@Nullable RunningBank bank) {
        opened = bank;
        audit.service(
                "start", bank != null, null, bank == null ? null : bank.engine().position());
    }

    /**
     * What the operator accepted for the bank is recorded before it is opened, because opening it may discard the
     * transactions or keys in question ({@link BankOpening#beginIfOrdinary}).
     */
    private void recordAccepted(BankProperties properties) {
        JournalProperties journal = properties.journal();
        if (journal.acceptLossAfter() != null) {
            recordAccepted("bank.journal.accept-loss-after", journal.acceptLossAfter());
        }
        if (journal.acceptKeyLossThrough() != null) {
            recordAccepted("bank.journal.accept-key-loss-through", journal.acceptKeyLossThrough());
        }
        if (journal.acceptKeysFrom() != null) {
            recordAccepted("bank.journal.accept-keys-from", null);
        }
        if (journal.mirror().acceptLoneCopy() != null) {
            recordAccepted("bank.journal.mirror.accept-lone-copy", null);
        }
        if (properties.security().insecureNetworkAccepted()) {
            recordAccepted("bank.security.insecure-network", null);
        }
    }

    private void recordAccepted(String setting, @Nullable Long position) {
        audit.service("accept", true, setting, position);
    }

    /** Called when the bank was closed, or could not be closed. Closes one that was opened by a failed start. */
    @Override
    public void close() {
        opening.close();
        RunningBank bank = opened;
        audit.service(
                "stop",
                opening.isClosedInOrder() && lifecycle.isClosedInOrder(),
                null,
                bank == null ? null : bank.engine().position());
    }
}
