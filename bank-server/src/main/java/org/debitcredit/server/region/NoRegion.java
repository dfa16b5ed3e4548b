package org.debitcredit.server.region;

import java.io.IOException;
import org.debitcredit.event.Progress;
import org.debitcredit.recovery.RunningBank;
import org.debitcredit.server.lifecycle.BankLifecycle;
import org.debitcredit.settings.BankSettings;

/**
 * A service that is no region. Its bank must never have been one: any client could use the tellers and accounts that
 * stand for other regions, and what is in transit would be settled by nobody.
 */
public final class NoRegion implements BankLifecycle.Companion {

    private final BankSettings settings;

    public NoRegion(BankSettings settings) {
        this.settings = settings;
    }

    @Override
    public void check(RunningBank bank, Progress progress) throws IOException {
        RegionRecord record = new RegionFiles(
                        settings.data(), settings.journal().mirror())
                .record(bank.identity().id());
        if (record != null) {
            throw new IllegalStateException("bank.region.number is not set, and the file "
                    + RegionRecord.file(settings.data()) + ", or its copy in the mirror, says that this bank is region "
                    + record.number() + " of " + record.count()
                    + ". As a bank without regions it would settle nothing that"
                    + " is in transit. Set bank.region.number to " + record.number() + ", bank.region.count to "
                    + record.count() + ", and bank.region.partners to the other regions");
        }
    }

    @Override
    public void opened(RunningBank bank) {}

    @Override
    public void closing() {}
}
