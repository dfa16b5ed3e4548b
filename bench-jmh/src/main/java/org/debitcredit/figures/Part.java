package org.debitcredit.figures;

import java.io.IOException;

/** One generated part of the page. */
interface Part {

    /** Also the name of its markers. */
    String name();

    /** Its page in docs. */
    default String page() {
        return "performance.md";
    }

    /**
     * Measures all rounds.
     *
     * @throws NotHereException where this machine cannot, with the reason for the page
     */
    PartResult measure(Sitting sitting) throws IOException;
}
