package org.debitcredit.lab.run;

import java.util.List;
import org.debitcredit.lab.modesto.ModestoPreset;

/** The settings that runs start with: those of the article's experiments, as near as this machine comes to them. */
public final class Starts {

    private static final int ATMS = 20;
    private static final int MORE_ATMS = 50;

    private Starts() {}

    /** Everything poor, for a run that clears one bottleneck after the other. */
    public static Setting poor() {
        return Setting.poor(ATMS);
    }

    /**
     * The set-ups of a preset, in the order of the article.
     *
     * @param hasSecondDirectory whether log and data can be on separate devices; otherwise the set-ups that need it,
     *     which are the last, are left out
     */
    public static List<Setting> of(ModestoPreset preset, boolean hasSecondDirectory) {
        return switch (preset) {
            case MODESTO20 -> atms(ATMS);
            case MODESTO50 -> atms(MORE_ATMS);
            case MODESTO_SMP ->
                hasSecondDirectory
                        ? List.of(processors(1, false), processors(2, false), processors(1, true), processors(2, true))
                        : List.of(processors(1, false), processors(2, false));
        };
    }

    /** Too little memory and slow lines, then either alone, then neither. */
    private static List<Setting> atms(int terminals) {
        Setting poor = Setting.poor(terminals);
        return List.of(
                poor,
                poor.but(Starts::network),
                poor.but(Starts::memory),
                poor.but(Starts::network).but(Starts::memory));
    }

    private static Setting processors(int processors, boolean isLogApart) {
        return Setting.poor(MORE_ATMS).but(Starts::network).but(Starts::memory).but(draft -> {
            draft.processors = processors;
            draft.isLogApart = isLogApart;
        });
    }

    private static void network(Setting.Draft draft) {
        draft.lineBytesPerSecond = 0;
    }

    private static void memory(Setting.Draft draft) {
        draft.heapMegabytes = Lever.AMPLE_HEAP_MEGABYTES;
        draft.cacheKib = Lever.AMPLE_CACHE_KIB;
    }
}
