package org.debitcredit.lab.modesto;

import java.util.List;
import org.debitcredit.lab.Rounded;

/**
 * A number that the article states of a set-up.
 *
 * @param low the number itself, or the lower end of a range
 * @param high the same number, or the upper end
 * @param role whether the model is calibrated on it, or judged by it
 * @param lacking why the model misses it: a resource that the article's server had, and the model has not; empty otherwise
 */
public record Statement(Setting1995 setting, Quantity quantity, double low, double high, Role role, String lacking) {

    /** What a statement is used for. */
    public enum Role {
        CALIBRATES,
        JUDGES
    }

    /** Everything that the article states in numbers of its servers. */
    public static final List<Statement> ALL = List.of(
            range(Preset.atms(20, 16, false), Quantity.FAULTS, 50, 100),
            range(Preset.atms(20, 16, false), Quantity.LINE_KILOBAUD, 10, 38.4),
            judges(Preset.atms(20, 16, false), Quantity.THROUGHPUT, 16.9),
            judges(Preset.atms(20, 16, true), Quantity.THROUGHPUT, 17.5),
            calibrates(Preset.atms(20, 32, false), Quantity.THROUGHPUT, Parameters1995.LINE_TPS),
            judges(Preset.atms(20, 32, true), Quantity.TIMES_THE_FIRST, 5)
                    .lacking("the load generator: one 486 of 33 MHz drove this server, and the model has none"),
            judges(Preset.processors(1, false), Quantity.THROUGHPUT, 150),
            judges(Preset.processors(1, false), Quantity.PROCESSOR_SHARE, 70)
                    .lacking(
                            "locks: transactions that wait for each other on one disk cost the processor more, and the "
                                    + "model's cost the same on one disk as on two"),
            judges(Preset.processors(1, false), Quantity.DISK_SHARE, 100),
            judges(Preset.processors(1, false), Quantity.DISK_KILOBYTES, 350)
                    .lacking("transfers of the disk that are longer than a page: in the model each access moves one"),
            judges(Preset.processors(2, false), Quantity.PROCESSOR_SHARE, 37),
            calibrates(Preset.processors(1, true), Quantity.THROUGHPUT, 250),
            calibrates(Preset.processors(1, true), Quantity.PROCESSOR_SHARE, 100),
            judges(Preset.processors(1, true), Quantity.DISK_KILOBYTES, 360)
                    .lacking("the cache of data pages: a page that is changed several times is written once, while the "
                            + "model writes as many pages for each transaction at any load"),
            judges(Preset.processors(2, true), Quantity.THROUGHPUT, 300),
            judges(Preset.processors(2, true), Quantity.PROCESSOR_SHARE, 75),
            judges(Preset.processors(2, true), Quantity.DISK_SHARE, 100),
            judges(Preset.processors(2, true), Quantity.DISK_KILOBYTES, 600));

    private Statement lacking(String resource) {
        return new Statement(setting, quantity, low, high, role, resource);
    }

    /** What the article states, in words. */
    public String words() {
        return isRange() ? Rounded.number(low) + " to " + quantity.words(high) : quantity.words(low);
    }

    boolean isRange() {
        return low < high;
    }

    private static Statement judges(Setting1995 setting, Quantity quantity, double number) {
        return new Statement(setting, quantity, number, number, Role.JUDGES, "");
    }

    private static Statement range(Setting1995 setting, Quantity quantity, double low, double high) {
        return new Statement(setting, quantity, low, high, Role.JUDGES, "");
    }

    private static Statement calibrates(Setting1995 setting, Quantity quantity, double number) {
        return new Statement(setting, quantity, number, number, Role.CALIBRATES, "");
    }
}
