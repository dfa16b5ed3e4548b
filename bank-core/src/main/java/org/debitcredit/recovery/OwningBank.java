package org.debitcredit.recovery;

import java.io.IOException;
import java.util.UUID;
import org.debitcredit.bank.BankIdentity;
import org.debitcredit.directory.BankFiles;
import org.debitcredit.engine.IdempotencyWindow;
import org.debitcredit.journal.JournalOwner;
import org.debitcredit.storage.FolderLock;
import org.debitcredit.transaction.KeyHorizon;

/**
 * The bank as the owner of its journal.
 *
 * @param keys what is remembered and forgotten at the journal's end
 */
record OwningBank(BankIdentity identity, BankFiles files, IdempotencyWindow keys) implements JournalOwner {

    @Override
    public FolderLock lock() {
        return files.lock();
    }

    @Override
    public void epochBegan(long number, UUID epoch, long position) throws IOException {
        files.records().began(identity, number, epoch, position);
    }

    @Override
    public void ended(long number, UUID epoch, long sequence, long position, int checksum) throws IOException {
        files.records().ended(identity, number, epoch, sequence, position, checksum);
    }

    @Override
    public KeyHorizon keyHorizon() {
        return keys.horizon();
    }
}
