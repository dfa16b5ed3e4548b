package org.debitcredit;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The arrows of docs/ARCHITECTURE.md, as rules. */
@AnalyzeClasses(packages = "org.debitcredit", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    /** Each package, and who may depend on it. {@link #every_package_has_a_rule} finds one that is not named here. */
    private static final Map<String, List<String>> ARROWS = Map.ofEntries(
            Map.entry("audit", List.of()),
            Map.entry("backup", List.of("recovery")),
            Map.entry("checkpoint", List.of("backup", "recovery")),
            Map.entry("client", List.of()),
            Map.entry("directory", List.of("audit", "backup", "checkpoint", "recovery")),
            Map.entry("engine", List.of("backup", "checkpoint", "recovery", "region", "settings")),
            Map.entry(
                    "event", List.of("audit", "backup", "checkpoint", "directory", "engine", "projection", "recovery")),
            Map.entry("follow", List.of("recovery")),
            Map.entry("founding", List.of("backup", "checkpoint", "directory", "recovery")),
            Map.entry(
                    "journal",
                    List.of(
                            "audit",
                            "backup",
                            "checkpoint",
                            "directory",
                            "engine",
                            "follow",
                            "founding",
                            "journal.chronicle",
                            "journal.segment",
                            "mirror",
                            "projection",
                            "recovery")),
            Map.entry("journal.chronicle", List.of("directory")),
            Map.entry("journal.segment", List.of("directory", "settings")),
            Map.entry(
                    "ledger",
                    List.of(
                            "audit",
                            "checkpoint",
                            "engine",
                            "event",
                            "ledger.memory",
                            "ledger.sql",
                            "projection",
                            "recovery",
                            "snapshot")),
            Map.entry("ledger.memory", List.of("audit", "backup", "recovery")),
            Map.entry("ledger.sql", List.of("audit", "projection", "recovery")),
            Map.entry("mirror", List.of("directory", "recovery", "settings")),
            Map.entry("projection", List.of("checkpoint", "recovery", "settings")),
            Map.entry("recovery", List.of()),
            Map.entry("region", List.of()),
            Map.entry("retry", List.of("client", "recovery")),
            Map.entry("settings", List.of("backup", "checkpoint", "directory", "recovery")),
            Map.entry("snapshot", List.of("audit", "backup", "checkpoint", "directory", "projection", "recovery")),
            Map.entry(
                    "storage",
                    List.of(
                            "audit",
                            "backup",
                            "checkpoint",
                            "directory",
                            "follow",
                            "founding",
                            "journal",
                            "journal.chronicle",
                            "journal.segment",
                            "ledger.sql",
                            "mirror",
                            "projection",
                            "recovery",
                            "settings",
                            "snapshot")),
            Map.entry(
                    "transaction",
                    List.of(
                            "audit",
                            "backup",
                            "checkpoint",
                            "client",
                            "directory",
                            "engine",
                            "event",
                            "follow",
                            "founding",
                            "journal",
                            "ledger",
                            "ledger.memory",
                            "ledger.sql",
                            "mirror",
                            "projection",
                            "recovery",
                            "region",
                            "snapshot",
                            "workload")),
            Map.entry("wire.v1", List.of("client")),
            Map.entry("workload", List.of()));

    /** The packages on which all others are built. */
    private static final String FOUNDATION = "bank";

    /** The tables as jOOQ writes them. */
    private static final String GENERATED = "org.debitcredit.ledger.sql.schema";

    @ArchTest
    static final ArchRule arrows_point_one_way = arrows();

    private static ArchRule arrows() {
        LayeredArchitecture arrows = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String layer : ARROWS.keySet()) {
            arrows = arrows.layer(layer).definedBy("org.debitcredit." + layer);
        }
        for (Map.Entry<String, List<String>> layer : ARROWS.entrySet()) {
            LayeredArchitecture.LayerDependencySpecification rule = arrows.whereLayer(layer.getKey());
            arrows = layer.getValue().isEmpty()
                    ? rule.mayNotBeAccessedByAnyLayer()
                    : rule.mayOnlyBeAccessedByLayers(layer.getValue().toArray(String[]::new));
        }
        return arrows;
    }

    @ArchTest
    static void every_package_has_a_rule(JavaClasses classes) {
        Set<String> found = classes.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.startsWith(GENERATED))
                .map(name -> name.substring("org.debitcredit.".length()))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> named = new TreeSet<>(ARROWS.keySet());
        named.add(FOUNDATION);
        assertThat(found).isEqualTo(named);
    }

    @ArchTest
    static final ArchRule no_cycles = slices().matching("org.debitcredit.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(resideInAPackage(GENERATED + ".."), alwaysTrue());

    @ArchTest
    static final ArchRule the_core_knows_no_spring =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule only_its_journal_knows_chronicle = noClasses()
            .that()
            .resideOutsideOfPackage("..debitcredit.journal.chronicle")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("net.openhft..");

    @ArchTest
    static final ArchRule only_the_sql_ledger_knows_sql = noClasses()
            .that()
            .resideOutsideOfPackage("..debitcredit.ledger.sql..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.jooq..", "java.sql..", "javax.sql..", "com.zaxxer..");

    @ArchTest
    static final ArchRule nobody_sleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule time_is_a_parameter_of_the_engine_and_the_journal = noClasses()
            .that()
            .resideInAnyPackage(
                    "..debitcredit.engine..",
                    "..debitcredit.journal..",
                    "..debitcredit.mirror..",
                    "..debitcredit.ledger..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now");
}
