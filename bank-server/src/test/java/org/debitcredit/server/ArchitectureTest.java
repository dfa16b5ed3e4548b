package org.debitcredit.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows inside the server, as rules. */
@AnalyzeClasses(packages = "org.debitcredit.server", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule no_cycles =
            slices().matching("org.debitcredit.server.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule the_transports_know_nothing_of_each_other = noClasses()
            .that()
            .resideInAPackage("..server.rest..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..server.grpc..");

    @ArchTest
    static final ArchRule nobody_sleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);
}
