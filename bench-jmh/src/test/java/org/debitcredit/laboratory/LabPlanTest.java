package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.debitcredit.lab.run.Setting;
import org.debitcredit.lab.run.Starts;
import org.junit.jupiter.api.Test;

class LabPlanTest {

    private static final Path MIGRATIONS = Path.of("..", "bank-core", "src", "main", "resources", "db");
    private static final Pattern TABLE = Pattern.compile("create table (?:if not exists )?(\\w+)");

    private static LabPlan plan(Setting start) {
        return new LabPlan(
                Optional.empty(), List.of(), start, null, Path.of("lab"), null, null, Duration.ofSeconds(1), 1);
    }

    @Test
    void only_in_somebody_elses_database_something_stays() {
        assertThat(plan(Starts.poor()).remains()).isEmpty();
        assertThat(plan(Starts.poor().withLedger("jdbc:postgresql://localhost/bank"))
                        .remains())
                .isPresent();
    }

    @Test
    void the_tables_that_stay_are_those_of_all_migrations() throws IOException {
        Set<String> tables = new TreeSet<>(Set.of("flyway_schema_history"));
        try (Stream<Path> files = Files.walk(MIGRATIONS)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Matcher created = TABLE.matcher(Files.readString(file));
                while (created.find()) {
                    tables.add(created.group(1));
                }
            }
        }
        assertThat(LabPlan.TABLES).containsExactlyInAnyOrderElementsOf(tables);
    }
}
