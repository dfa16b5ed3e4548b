package org.debitcredit.terminal;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.debitcredit.terminal")
class ArchitectureTest {

    /** Terminals know a bank by its contracts; one that looked inside would measure something else. */
    @ArchTest
    static final ArchRule knowsTheBankFromOutside = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("org.debitcredit..")
                    .and(resideOutsideOfPackages(
                            "org.debitcredit.terminal..",
                            "org.debitcredit.bank",
                            "org.debitcredit.transaction",
                            "org.debitcredit.workload",
                            "org.debitcredit.measure",
                            "org.debitcredit.version",
                            "org.debitcredit.wire..",
                            "org.debitcredit.client..")));

    @ArchTest
    static final ArchRule holdsNoDatabase =
            noClasses().should().dependOnClassesThat(resideInAnyPackage("java.sql..", "org.jooq.."));
}
