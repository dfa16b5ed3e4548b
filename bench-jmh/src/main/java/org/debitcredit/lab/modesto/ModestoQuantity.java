package org.debitcredit.lab.modesto;

import java.util.function.ToDoubleBiFunction;
import org.debitcredit.lab.Rounded;

/** What a statement of the article is about. */
public enum ModestoQuantity {
    THROUGHPUT("tps", (server, first) -> server.throughput()),
    TIMES_THE_FIRST("times the first", (server, first) -> server.throughput() / first.throughput()),
    PROCESSOR_SHARE("% of the processors", (server, first) -> 100 * server.processorShare()),
    DISK_SHARE("% of the disk", (server, first) -> 100 * server.diskShare()),
    DISK_KILOBYTES("KB per second of the disks", (server, first) -> server.diskKilobytesPerSecond()),
    FAULTS("page faults per second", (server, first) -> server.faultsPerSecond()),
    LINE_KILOBAUD("kbaud on a line", (server, first) -> server.lineKilobaud()),
    SECOND_PROCESSOR("% more by the second processor", (server, first) -> Parameters1995.secondAdds()),
    PROCESSORS_LIMIT("tps at most by the processors", (server, first) -> server.processorsLimit());

    private final String unit;
    private final ToDoubleBiFunction<ModelledServer, ModelledServer> value;

    ModestoQuantity(String unit, ToDoubleBiFunction<ModelledServer, ModelledServer> value) {
        this.unit = unit;
        this.value = value;
    }

    /** A value with its unit. */
    public String words(double number) {
        return Rounded.number(number) + " " + unit;
    }

    /** Its unit. */
    public String unit() {
        return unit;
    }

    /**
     * The model's value.
     *
     * @param first the set-up with which the article begins
     */
    double of(ModelledServer server, ModelledServer first) {
        return value.applyAsDouble(server, first);
    }
}
