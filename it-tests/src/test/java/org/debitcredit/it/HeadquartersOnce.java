package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** A run of {@code headquarters --once} over all regions. */
final class HeadquartersOnce {

    private HeadquartersOnce() {}

    /**
     * Closes the last day that is over.
     *
     * @param dayEnds when, to the second
     * @param zone in which days have their names
     */
    static CommandRun of(RegionServers regions, Path directory, Instant dayEnds, ZoneOffset zone) {
        List<String> line = new ArrayList<>(List.of(Artifacts.java().toString()));
        line.addAll(ServerCommand.SHORT_LIVED);
        line.addAll(List.of("-jar", Artifacts.terminalJar().toString(), "headquarters", "--once", "--json"));
        for (int region = 0; region < regions.count(); region++) {
            line.addAll(List.of("--region", region + "=" + regions.grpcAddress(region)));
        }
        LocalTime end = LocalTime.ofInstant(dayEnds.truncatedTo(ChronoUnit.SECONDS), zone);
        line.addAll(List.of("--day-ends", end.toString(), "--zone", zone.getId()));
        line.addAll(List.of("--directory", directory.toString()));
        return CommandRun.of(line, ServerCommand.ALL_SHORT_LIVED);
    }

    static JsonNode lastDay(JsonNode result) {
        JsonNode days = result.required("days");
        assertThat(days).isNotEmpty();
        return days.required(days.size() - 1);
    }
}
