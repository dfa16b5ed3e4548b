package org.debitcredit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** All modules may use the toolkit, and it depends on none of them. */
@AnalyzeClasses(packages = "org.debitcredit", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule it_knows_nothing_of_the_bank = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("org.debitcredit..")
                    .and(resideOutsideOfPackages(
                            "org.debitcredit.measure..", "org.debitcredit.chart", "org.debitcredit.console")));

    @ArchTest
    static final ArchRule its_parts_know_nothing_of_each_other =
            slices().matching("org.debitcredit.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule statistics_know_nothing_of_runs = noClasses()
            .that()
            .resideInAPackage("org.debitcredit.measure.statistics")
            .should()
            .dependOnClassesThat(resideInAPackage("org.debitcredit.measure..")
                    .and(resideOutsideOfPackages("org.debitcredit.measure.statistics")));

    @ArchTest
    static final ArchRule who_measures_does_not_judge = noClasses()
            .that()
            .resideOutsideOfPackages("org.debitcredit.measure.verdict", "org.debitcredit.measure.tail")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.debitcredit.measure.verdict");

    @ArchTest
    static final ArchRule nothing_measured_knows_how_it_is_corrected = noClasses()
            .that()
            .resideOutsideOfPackage("org.debitcredit.measure.tail")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.debitcredit.measure.tail");
}
