package org.debitcredit.terminal.atm;

import java.util.ArrayList;
import java.util.stream.Collectors;
import org.debitcredit.workload.Scenario;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a scenario. */
final class ScenarioConverter implements ITypeConverter<Scenario> {

    /** The names of all scenarios. */
    static final class Names extends ArrayList<String> {

        Names() {
            super(Scenario.ALL.stream().map(Scenario::name).toList());
        }
    }

    @Override
    public Scenario convert(String name) {
        return Scenario.named(name)
                .orElseThrow(() -> new TypeConversionException("'" + name + "' is not a scenario; they are "
                        + Scenario.ALL.stream().map(Scenario::name).collect(Collectors.joining(", "))));
    }
}
