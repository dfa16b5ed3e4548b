package org.debitcredit.lab.run;

import java.io.IOException;
import org.debitcredit.console.ProgressLines;

/** Starts a service with a setting of the levers. Everything that it makes is registered with the leftovers. */
@FunctionalInterface
public interface Rig {

    /** The service, ready. Its bank is new, unless its ledger is in a database that the lab did not make. */
    Service start(Setting setting, Leftovers leftovers, ProgressLines progress) throws IOException;
}
