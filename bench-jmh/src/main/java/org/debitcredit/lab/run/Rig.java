package org.debitcredit.lab.run;

import java.io.IOException;
import org.debitcredit.console.ProgressLines;

/** Starts a service with a setting of the levers. What it makes, it leaves to the leftovers. */
@FunctionalInterface
public interface Rig {

    /** The service, ready, on an empty bank. */
    Service start(Setting setting, Leftovers leftovers, ProgressLines progress) throws IOException;
}
