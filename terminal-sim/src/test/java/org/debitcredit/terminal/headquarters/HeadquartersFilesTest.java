package org.debitcredit.terminal.headquarters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.debitcredit.terminal.console.RunFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadquartersFilesTest {

    @TempDir
    Path directory;

    private final Headquarters headquarters =
            HeadquartersState.beginning(Feed.FACTS, Feed.REGIONS).resumed(Feed.DAYS, Duration.ofSeconds(30));

    private DayReport closed() {
        Feed feed = new Feed().local("2026-11-26T10:00:00Z", 500);
        feed.into(headquarters, 0);
        Instant moment = Instant.parse("2026-11-26T15:00:05Z");
        headquarters.heard(0, moment, moment, 1);
        headquarters.heard(1, moment, moment, 0);
        headquarters.heard(2, moment, moment, 0);
        return Objects.requireNonNull(headquarters.closeNext(moment));
    }

    private Path day() {
        return directory.resolve("days").resolve("2026-11-26.json");
    }

    @Test
    void stateAndDaysAreReadAsTheyWereWritten() throws IOException {
        DayReport report = closed();
        HeadquartersState state = headquarters.state(Feed.FACTS);
        try (HeadquartersFiles files = new HeadquartersFiles(directory)) {
            assertThat(files.state()).isNull();
            files.keep(state);
            files.keep(report);
        }
        try (HeadquartersFiles files = new HeadquartersFiles(directory)) {
            HeadquartersState read = Objects.requireNonNull(files.state());
            assertThat(StateJson.of(read)).isEqualTo(StateJson.of(state));
            assertThat(files.lastDays(5)).containsExactly(report);
        }
    }

    @Test
    void aDayThatTheStateNamesIsWrittenAfterACrashBetweenThem() throws IOException {
        closed();
        try (HeadquartersFiles files = new HeadquartersFiles(directory)) {
            files.keep(headquarters.state(Feed.FACTS));
        }
        assertThat(day()).doesNotExist();
        try (HeadquartersFiles files = new HeadquartersFiles(directory)) {
            files.state();
        }
        assertThat(day()).content().contains("\"tills\":500");
    }

    @Test
    void aClosedDayIsNeverChanged() throws IOException {
        DayReport report = closed();
        try (HeadquartersFiles files = new HeadquartersFiles(directory)) {
            Files.writeString(day(), "{}\n");
            assertThatThrownBy(() -> files.keep(report)).isInstanceOf(RunFailure.class);
        }
        assertThat(day()).content().isEqualTo("{}\n");
    }

    @Test
    void daysWithoutTheirStateAreRefused() throws IOException {
        DayReport report = closed();
        try (HeadquartersFiles files = new HeadquartersFiles(directory)) {
            files.keep(report);
            assertThatThrownBy(files::state).isInstanceOf(RunFailure.class).hasMessageContaining("no state.json");
        }
    }

    @Test
    void aDamagedStateIsRefused() throws IOException {
        try (HeadquartersFiles files = new HeadquartersFiles(directory)) {
            Files.writeString(directory.resolve("state.json"), "{\"format\":1,\"branches\":3");
            assertThatThrownBy(files::state).isInstanceOf(RunFailure.class).hasMessageContaining("state.json");
        }
    }

    @Test
    void aDirectoryIsUsedByOneHeadquarters() throws IOException {
        try (HeadquartersFiles files = new HeadquartersFiles(directory)) {
            assertThatThrownBy(() -> new HeadquartersFiles(directory))
                    .isInstanceOf(RunFailure.class)
                    .hasMessageContaining("used by another");
            assertThat(files.page()).isEqualTo(directory.resolve("index.html"));
        }
    }
}
