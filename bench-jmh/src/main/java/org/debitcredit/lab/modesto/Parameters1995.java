package org.debitcredit.lab.modesto;

import java.util.List;
import org.debitcredit.lab.OperationalLaws;
import org.debitcredit.probe.Disk;

/**
 * The parameters of the model, each with a source of its own. The processor and the line are calibrated, each on one
 * number of the article; see {@code docs/design-decisions.md}. None may be changed to bring other numbers nearer.
 */
final class Parameters1995 {

    /** Calibrated: 250 tps keep one processor always busy. D = U / X. */
    static final double PROCESSOR_SECONDS = OperationalLaws.demand(1, 1, 250);

    /** Calibrates the bytes on the line: the throughput of {@link #LINE_SETTING}. */
    static final double LINE_TPS = 27;

    /** The set-up whose throughput calibrates the line. */
    static final Setting1995 LINE_SETTING = ModestoPreset.atms(20, 32, false);

    /** Clock of the server that compared processors. */
    static final int MEGAHERTZ = 90;

    /** Memory of that server. */
    static final int MEGABYTES = 128;

    /** Clock of the server of the 20 ATMs, which alone had 32 MB. */
    static final int MEGAHERTZ_OF_ATMS = 60;

    /** Clients of the comparison of processors: the larger number of the article. */
    static final int HEAVY_CLIENTS = 50;

    /** Memory that was too little. */
    static final int SHORT_MEGABYTES = 16;

    /** DebitCredit touches a row in each of four tables; with too little memory the page of each must be read. */
    static final double FAULTS = 4;

    /** Seek, half a turn and transfer, from the article on disks. */
    static final double ACCESS_SECONDS = Disk.ARTICLE.accessMillis() / 1_000;

    static final double PAGE_KILOBYTES = 4;

    /** What a transaction takes in the data, and as much in the log. A page is written when it is full. */
    static final double TRANSACTION_KILOBYTES = 1;

    /** Accesses of one transaction, to the data or to the log. */
    static final double ACCESSES = TRANSACTION_KILOBYTES / PAGE_KILOBYTES;

    /** The capacity of two processors, relative to one: the second adds 60 %. */
    static final double SECOND_PROCESSOR = 1.6;

    /** 38.4 kbaud. */
    static final double LINE_BYTES_PER_SECOND = 4_800;

    /** How much faster Ethernet is, by the article. */
    static final double ETHERNET = 30;

    private Parameters1995() {}

    /** Percent of the first processor that the second one adds. */
    static double secondAdds() {
        return 100 * SECOND_PROCESSOR - 100;
    }

    /** Capacities of the processors, with 1, 2, ... transactions present. */
    static List<Double> capacities(int processors) {
        return switch (processors) {
            case 1 -> List.of(1.0);
            case 2 -> List.of(1.0, SECOND_PROCESSOR);
            default ->
                throw new IllegalArgumentException("processors are " + processors + "; the article measured 1 and 2");
        };
    }
}
