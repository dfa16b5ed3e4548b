package org.debitcredit.lab.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where a run starts: with the terminals of the document, and everything poor. */
public enum LabPreset {
    MODESTO20(20),
    MODESTO50(50),
    /** The terminals of the document's largest case, for runs with 1 to all processors. */
    MODESTO_SMP(50);

    private static final int SMP_HEAP_MEGABYTES = 1_024;

    private final int terminals;

    LabPreset(int terminals) {
        this.terminals = terminals;
    }

    /** The setting that its rounds start with. */
    public Setting start() {
        Setting poor = Setting.poor(terminals);
        return this == MODESTO_SMP
                ? poor.but(draft -> {
                    draft.lineBytesPerSecond = 0;
                    draft.heapMegabytes = SMP_HEAP_MEGABYTES;
                    draft.ledger = Setting.MEMORY;
                    draft.journal = Setting.FILE;
                    draft.isDurableCommit = false;
                })
                : poor;
    }

    /**
     * The preset of a name.
     *
     * @throws IllegalArgumentException if there is none; the message names them
     */
    public static LabPreset parse(String name) {
        return Arrays.stream(values())
                .filter(preset -> preset.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("preset is '" + name + "'; it must be "
                        + Arrays.stream(values()).map(LabPreset::toString).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
