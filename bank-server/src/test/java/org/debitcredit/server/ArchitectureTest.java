package org.debitcredit.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** The arrows inside the server, as rules. */
@AnalyzeClasses(packages = "org.debitcredit.server", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    /** By whole names, so that the package which puts the server together is a slice too. */
    private static final SliceAssignment PACKAGES = new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages of the server";
        }
    };

    @ArchTest
    static final ArchRule no_cycles = slices().assignedFrom(PACKAGES).should().beFreeOfCycles();

    /**
     * The arrows between the packages. A new package must be added here. Nobody knows the commands, and neither
     * transport knows the other.
     *
     * <pre>
     *  command ──▶ application (server) ──▶ region, lifecycle
     *  command ──▶ doctor, tpcc
     *  rest, grpc ──▶ region, audit ──▶ lifecycle ──▶ metrics
     *  rest, grpc, region, audit ──▶ answer ──▶ loop
     *  rest, grpc, tpcc ──▶ network ──▶ audit, settings ──▶ security
     *  rest ──▶ status ──▶ audit
     * </pre>
     */
    @ArchTest
    static final ArchRule arrows = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("org.debitcredit.server..")
            .ensureAllClassesAreContainedInArchitecture()
            .layer("command")
            .definedBy("org.debitcredit.server.command..")
            .layer("application")
            .definedBy("org.debitcredit.server")
            .layer("framework")
            .definedBy("org.debitcredit.server.framework")
            .layer("rest")
            .definedBy("org.debitcredit.server.rest")
            .layer("grpc")
            .definedBy("org.debitcredit.server.grpc")
            .layer("tpcc")
            .definedBy("org.debitcredit.server.tpcc")
            .layer("doctor")
            .definedBy("org.debitcredit.server.doctor")
            .layer("status")
            .definedBy("org.debitcredit.server.status")
            .layer("audit")
            .definedBy("org.debitcredit.server.audit")
            .layer("region")
            .definedBy("org.debitcredit.server.region")
            .layer("lifecycle")
            .definedBy("org.debitcredit.server.lifecycle")
            .layer("answer")
            .definedBy("org.debitcredit.server.answer")
            .layer("network")
            .definedBy("org.debitcredit.server.network")
            .layer("loop")
            .definedBy("org.debitcredit.server.loop")
            .layer("metrics")
            .definedBy("org.debitcredit.server.metrics")
            .layer("settings")
            .definedBy("org.debitcredit.server.settings")
            .layer("security")
            .definedBy("org.debitcredit.server.security")
            .layer("trace")
            .definedBy("org.debitcredit.server.trace")
            .whereLayer("command")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("application")
            .mayOnlyBeAccessedByLayers("command")
            .whereLayer("framework")
            .mayOnlyBeAccessedByLayers("application")
            .whereLayer("rest")
            .mayOnlyBeAccessedByLayers("application")
            .whereLayer("grpc")
            .mayOnlyBeAccessedByLayers("application")
            .whereLayer("tpcc")
            .mayOnlyBeAccessedByLayers("command")
            .whereLayer("doctor")
            .mayOnlyBeAccessedByLayers("command")
            .whereLayer("status")
            .mayOnlyBeAccessedByLayers("application", "rest")
            .whereLayer("audit")
            .mayOnlyBeAccessedByLayers("application", "grpc", "network", "rest", "status", "tpcc")
            .whereLayer("region")
            .mayOnlyBeAccessedByLayers("application", "grpc", "rest")
            .whereLayer("lifecycle")
            .mayOnlyBeAccessedByLayers("application", "audit", "command", "grpc", "region", "rest", "status")
            .whereLayer("answer")
            .mayOnlyBeAccessedByLayers("application", "audit", "command", "grpc", "region", "rest")
            .whereLayer("network")
            .mayOnlyBeAccessedByLayers("application", "grpc", "region", "rest", "status", "tpcc")
            .whereLayer("loop")
            .mayOnlyBeAccessedByLayers("application", "answer", "grpc", "lifecycle", "region", "rest", "status")
            .whereLayer("metrics")
            .mayOnlyBeAccessedByLayers("application", "lifecycle", "status")
            .whereLayer("settings")
            .mayOnlyBeAccessedByLayers(
                    "application", "audit", "command", "grpc", "network", "region", "rest", "status", "tpcc")
            .whereLayer("security")
            .mayOnlyBeAccessedByLayers(
                    "application", "audit", "command", "grpc", "network", "region", "rest", "settings", "tpcc")
            .whereLayer("trace")
            .mayOnlyBeAccessedByLayers("audit", "command", "grpc", "network", "rest");

    @ArchTest
    static final ArchRule nothing_of_the_laboratory_is_known = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.debitcredit.simulation..",
                    "org.debitcredit.probe..",
                    "org.debitcredit.streams..",
                    "org.debitcredit.history..",
                    "org.debitcredit.lab..",
                    "org.debitcredit.counters..",
                    "org.debitcredit.rival..",
                    "org.debitcredit.figures..",
                    "org.debitcredit.bench..",
                    "org.debitcredit.laboratory..");

    @ArchTest
    static final ArchRule nobody_sleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);
}
