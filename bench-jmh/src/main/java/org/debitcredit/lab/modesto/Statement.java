package org.debitcredit.lab.modesto;

import java.util.List;
import org.debitcredit.lab.Rounded;

/**
 * A number that the article states of a set-up.
 *
 * @param low the number itself, or the lower end of a range
 * @param high the same number, or the upper end
 * @param role whether the model is calibrated on it, is judged by it, or contains it
 * @param lacking why the model misses it: a resource that the article's server had, and the model has not; empty
 *     otherwise
 */
public record Statement(
        Setting1995 setting, ModestoQuantity quantity, double low, double high, Role role, String lacking) {

    /** What a statement is used for. */
    public enum Role {
        CALIBRATES,
        JUDGES,
        /** A parameter of the model, or what follows from its parameters alone. So it cannot judge the model. */
        INPUT
    }

    /** Everything that the article states in numbers of its servers. */
    public static final List<Statement> ALL = List.of(
            range(ModestoPreset.atms(20, 16, false), ModestoQuantity.FAULTS, 50, 100),
            range(ModestoPreset.atms(20, 16, false), ModestoQuantity.LINE_KILOBAUD, 10, 38.4),
            judges(ModestoPreset.atms(20, 16, false), ModestoQuantity.THROUGHPUT, 16.9),
            judges(ModestoPreset.atms(20, 16, true), ModestoQuantity.THROUGHPUT, 17.5),
            calibrates(ModestoPreset.atms(20, 32, false), ModestoQuantity.THROUGHPUT, Parameters1995.LINE_TPS),
            judges(ModestoPreset.atms(20, 32, true), ModestoQuantity.TIMES_THE_FIRST, 5)
                    .lacking("the load generator: one 486 of 33 MHz drove this server, and the model has none"),
            judges(ModestoPreset.processors(1, false), ModestoQuantity.THROUGHPUT, 150),
            judges(ModestoPreset.processors(1, false), ModestoQuantity.PROCESSOR_SHARE, 70)
                    .lacking(
                            "locks: transactions that wait for each other on one disk cost the processor more, and the "
                                    + "model's cost the same on one disk as on two"),
            judges(ModestoPreset.processors(1, false), ModestoQuantity.DISK_SHARE, 100),
            judges(ModestoPreset.processors(1, false), ModestoQuantity.DISK_KILOBYTES, 350)
                    .lacking("transfers of the disk that are longer than a page: in the model each access moves one"),
            judges(ModestoPreset.processors(2, false), ModestoQuantity.PROCESSOR_SHARE, 37),
            calibrates(ModestoPreset.processors(1, true), ModestoQuantity.THROUGHPUT, 250),
            calibrates(ModestoPreset.processors(1, true), ModestoQuantity.PROCESSOR_SHARE, 100),
            judges(ModestoPreset.processors(1, true), ModestoQuantity.DISK_KILOBYTES, 360)
                    .lacking("the cache of data pages: a page that is changed several times is written once, while the "
                            + "model writes as many pages for each transaction at any load"),
            judges(ModestoPreset.processors(2, true), ModestoQuantity.THROUGHPUT, 300),
            judges(ModestoPreset.processors(2, true), ModestoQuantity.PROCESSOR_SHARE, 75),
            judges(ModestoPreset.processors(2, true), ModestoQuantity.DISK_SHARE, 100),
            judges(ModestoPreset.processors(2, true), ModestoQuantity.DISK_KILOBYTES, 600),
            input(ModestoPreset.processors(2, true), ModestoQuantity.SECOND_PROCESSOR, 60),
            input(ModestoPreset.processors(2, true), ModestoQuantity.PROCESSORS_LIMIT, 400));

    private Statement lacking(String resource) {
        return new Statement(setting, quantity, low, high, role, resource);
    }

    /** What the article states, in words. */
    public String words() {
        return isRange() ? Rounded.number(low) + " to " + quantity.words(high) : quantity.words(low);
    }

    /** Whether the article states a range. */
    public boolean isRange() {
        return low < high;
    }

    private static Statement judges(Setting1995 setting, ModestoQuantity quantity, double number) {
        return new Statement(setting, quantity, number, number, Role.JUDGES, "");
    }

    private static Statement range(Setting1995 setting, ModestoQuantity quantity, double low, double high) {
        return new Statement(setting, quantity, low, high, Role.JUDGES, "");
    }

    private static Statement calibrates(Setting1995 setting, ModestoQuantity quantity, double number) {
        return new Statement(setting, quantity, number, number, Role.CALIBRATES, "");
    }

    private static Statement input(Setting1995 setting, ModestoQuantity quantity, double number) {
        return new Statement(setting, quantity, number, number, Role.INPUT, "");
    }
}
