package org.debitcredit.lab.modesto;

import java.util.List;
import java.util.Locale;

/** The article's experiments, each a sequence of set-ups in which one bottleneck after the other is cleared. */
public enum ModestoPreset {
    /** 20 ATMs on the small server. */
    MODESTO20(atms(20)),
    /** 50 ATMs on the small server. Its chart is lost, and the text states none of its numbers. */
    MODESTO50(atms(50)),
    /** The second processor, and the log on a disk of its own. */
    MODESTO_SMP(List.of(processors(1, false), processors(2, false), processors(1, true), processors(2, true)));

    private final List<Setting1995> settings;

    ModestoPreset(List<Setting1995> settings) {
        this.settings = settings;
    }

    /** The set-ups in the order of the article. */
    public List<Setting1995> settings() {
        return settings;
    }

    /** Its name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Setting1995 atms(int clients, int megabytes, boolean isEthernet) {
        return new Setting1995(clients, megabytes, isEthernet, false, 1, Parameters1995.MEGAHERTZ_OF_ATMS);
    }

    static Setting1995 processors(int processors, boolean isLogApart) {
        return new Setting1995(
                Parameters1995.HEAVY_CLIENTS,
                Parameters1995.MEGABYTES,
                true,
                isLogApart,
                processors,
                Parameters1995.MEGAHERTZ);
    }

    private static List<Setting1995> atms(int clients) {
        return List.of(
                atms(clients, Parameters1995.SHORT_MEGABYTES, false),
                atms(clients, Parameters1995.SHORT_MEGABYTES, true),
                atms(clients, 2 * Parameters1995.SHORT_MEGABYTES, false),
                atms(clients, 2 * Parameters1995.SHORT_MEGABYTES, true));
    }
}
