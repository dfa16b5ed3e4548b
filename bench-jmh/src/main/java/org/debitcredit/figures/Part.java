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

    /** How its values were made, for the line after its tables. */
    default String runs(Sitting sitting) {
        return "Medians of %d rounds of %d s after %d s"
                .formatted(sitting.rounds(), sitting.seconds(), sitting.warmUpSeconds());
    }

    /**
     * Measures all rounds.
     *
     * @throws NotHereException where this machine cannot, with the reason for the page
     */
    PartResult measure(Sitting sitting) throws IOException;
}
