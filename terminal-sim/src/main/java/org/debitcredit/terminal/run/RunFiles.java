package org.debitcredit.terminal.run;

import java.nio.file.Path;

/** The files of a run in its folder. */
record RunFiles(Path folder) {

    Path histogramLog() {
        return folder.resolve("response-times.hlog");
    }

    Path successFile() {
        return folder.resolve("success.bin");
    }

    /** What Gatling prints. */
    Path gatlingLog() {
        return folder.resolve("gatling.log");
    }
}
