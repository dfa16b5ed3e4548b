package org.debitcredit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows of docs/ARCHITECTURE.md, as rules. */
@AnalyzeClasses(packages = "org.debitcredit", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule arrows_point_one_way = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("simulation")
            .definedBy("..debitcredit.simulation..")
            .layer("recovery")
            .definedBy("..debitcredit.recovery..")
            .layer("engine")
            .definedBy("..debitcredit.engine..")
            .layer("event")
            .definedBy("..debitcredit.event..")
            .layer("journal")
            .definedBy("..debitcredit.journal..")
            .layer("ledger")
            .definedBy("..debitcredit.ledger..")
            .layer("workload")
            .definedBy("..debitcredit.workload..")
            .optionalLayer("client")
            .definedBy("..debitcredit.client..")
            .layer("probe")
            .definedBy("..debitcredit.probe..")
            .layer("streams")
            .definedBy("..debitcredit.streams..")
            .layer("transaction")
            .definedBy("..debitcredit.transaction..")
            .layer("bank")
            .definedBy("..debitcredit.bank..")
            .layer("mirror")
            .definedBy("..debitcredit.mirror..")
            .layer("snapshot")
            .definedBy("..debitcredit.snapshot..")
            .layer("storage")
            .definedBy("..debitcredit.storage..")
            .layer("chart")
            .definedBy("..debitcredit.chart..")
            .layer("history")
            .definedBy("..debitcredit.history..")
            .whereLayer("simulation")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("recovery")
            .mayOnlyBeAccessedByLayers("simulation", "streams")
            .whereLayer("engine")
            .mayOnlyBeAccessedByLayers("recovery", "simulation", "streams")
            .whereLayer("event")
            .mayOnlyBeAccessedByLayers("engine", "recovery", "simulation")
            .whereLayer("journal")
            .mayOnlyBeAccessedByLayers("engine", "mirror", "recovery", "probe", "simulation")
            .whereLayer("mirror")
            .mayOnlyBeAccessedByLayers("recovery", "simulation")
            .whereLayer("ledger")
            .mayOnlyBeAccessedByLayers("engine", "event", "snapshot", "recovery", "simulation", "streams")
            .whereLayer("storage")
            .mayOnlyBeAccessedByLayers("journal", "ledger", "snapshot", "mirror", "recovery", "probe", "simulation")
            .whereLayer("streams")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("chart")
            .mayOnlyBeAccessedByLayers("history", "probe", "streams")
            .whereLayer("history")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("snapshot")
            .mayOnlyBeAccessedByLayers("recovery", "simulation")
            .whereLayer("workload")
            .mayOnlyBeAccessedByLayers("streams")
            .whereLayer("client")
            .mayOnlyBeAccessedByLayers("streams")
            .whereLayer("probe")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("transaction")
            .mayOnlyBeAccessedByLayers(
                    "ledger",
                    "journal",
                    "mirror",
                    "engine",
                    "event",
                    "snapshot",
                    "recovery",
                    "workload",
                    "client",
                    "probe",
                    "streams",
                    "simulation");

    @ArchTest
    static final ArchRule no_cycles =
            slices().matching("org.debitcredit.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule the_core_knows_no_spring =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule only_the_journal_knows_chronicle = noClasses()
            .that()
            .resideOutsideOfPackage("..debitcredit.journal..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("net.openhft..");

    @ArchTest
    static final ArchRule only_the_history_knows_json = noClasses()
            .that()
            .resideOutsideOfPackage("..debitcredit.history..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("tools.jackson..");

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
