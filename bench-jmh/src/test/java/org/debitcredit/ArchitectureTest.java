package org.debitcredit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows of the laboratory. What it measures, the bank, is held by the rules of its own modules. */
@AnalyzeClasses(
        packages = "org.debitcredit",
        importOptions = {ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class})
class ArchitectureTest {

    @ArchTest
    static final ArchRule no_cycles =
            slices().matching("org.debitcredit.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nobody_knows_the_commands = noClasses()
            .that()
            .resideOutsideOfPackage("org.debitcredit.laboratory")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.debitcredit.laboratory");

    @ArchTest
    static final ArchRule instruments_know_nothing_of_the_figures = noClasses()
            .that()
            .resideInAnyPackage(
                    "org.debitcredit.simulation..",
                    "org.debitcredit.probe",
                    "org.debitcredit.streams",
                    "org.debitcredit.lab..",
                    "org.debitcredit.history")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.debitcredit.bench", "org.debitcredit.figures");

    @ArchTest
    static final ArchRule counters_depend_on_nothing_of_the_project = noClasses()
            .that()
            .resideInAPackage("org.debitcredit.counters")
            .should()
            .dependOnClassesThat(
                    resideInAPackage("org.debitcredit..").and(resideOutsideOfPackage("org.debitcredit.counters")));

    @ArchTest
    static final ArchRule what_names_a_bottleneck_knows_nothing_of_how_it_was_measured = noClasses()
            .that()
            .resideInAPackage("org.debitcredit.lab..")
            .and()
            .resideOutsideOfPackage("org.debitcredit.lab.run")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.debitcredit.lab.run",
                    "org.debitcredit.counters",
                    "org.debitcredit.streams",
                    "org.debitcredit.client");

    @ArchTest
    static final ArchRule fits_and_models_of_the_lab_know_nothing_of_its_page = noClasses()
            .that()
            .resideInAnyPackage("org.debitcredit.lab.scaling", "org.debitcredit.lab.modesto")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.debitcredit.lab.report");

    @ArchTest
    static final ArchRule the_simulator_depends_on_no_other_instrument = noClasses()
            .that()
            .resideInAPackage("org.debitcredit.simulation..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.debitcredit.probe",
                    "org.debitcredit.streams",
                    "org.debitcredit.lab..",
                    "org.debitcredit.history");

    @ArchTest
    static final ArchRule the_simulator_of_one_bank_knows_nothing_of_regions = noClasses()
            .that()
            .resideInAPackage("org.debitcredit.simulation")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.debitcredit.simulation.regions", "org.debitcredit.region");

    @ArchTest
    static final ArchRule nobody_sleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);
}
