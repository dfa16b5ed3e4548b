package org.debitcredit.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
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

    @ArchTest
    static final ArchRule rest_knows_nothing_of_grpc = noClasses()
            .that()
            .resideInAPackage("..server.rest..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..server.grpc..");

    @ArchTest
    static final ArchRule grpc_knows_nothing_of_rest = noClasses()
            .that()
            .resideInAPackage("..server.grpc..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..server.rest..");

    @ArchTest
    static final ArchRule nobody_knows_the_commands = noClasses()
            .that()
            .resideOutsideOfPackage("..server.command..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..server.command..");

    @ArchTest
    static final ArchRule nothing_of_the_laboratory_is_known = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.debitcredit.simulation..",
                    "org.debitcredit.probe..",
                    "org.debitcredit.streams..",
                    "org.debitcredit.history..",
                    "org.debitcredit.bench..",
                    "org.debitcredit.laboratory..");

    @ArchTest
    static final ArchRule nobody_sleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);
}
