package org.debitcredit.figures;

import java.io.IOException;

/** One generated part of the page. */
interface PagePart {

    /** Also the name of its markers. */
    String name();

    /** Its page, relative to the project's root. */
    default String page() {
        return "docs/performance.md";
    }

    /** The file of all values of all rounds, relative to the project's root. */
    default String values() {
        return page().replaceAll("\\.md$", ".json");
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
