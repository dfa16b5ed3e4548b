package org.debitcredit.server.audit;

import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.lifecycle.BankLifecycle;
import org.debitcredit.server.settings.BankProperties;
import org.debitcredit.server.settings.JournalProperties;
import org.jspecify.annotations.Nullable;

/** Records the start and the stop of the service, and what its operator accepted for this start. */
final class ServiceAudit implements AutoCloseable {

    private final AuditLog audit;
    private final BankLifecycle lifecycle;
    private volatile @Nullable RunningBank opened;

    ServiceAudit(AuditLog audit, BankLifecycle lifecycle, BankProperties properties) {
        this.audit = audit;
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
     * What the operator accepted is recorded before the bank is opened, because opening it may discard the transactions
     * or keys in question.
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

    /** Called when the bank was closed, or could not be closed. */
    @Override
    public void close() {
        RunningBank bank = opened;
        audit.service(
                "stop",
                lifecycle.isClosedInOrder(),
                null,
                bank == null ? null : bank.engine().position());
    }
}
