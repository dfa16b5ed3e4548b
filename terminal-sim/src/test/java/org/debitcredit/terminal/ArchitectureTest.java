package org.debitcredit.terminal;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.debitcredit.region.Correspondents;

@AnalyzeClasses(packages = "org.debitcredit.terminal")
class ArchitectureTest {

    /**
     * Terminals know a bank by its contracts; one that looked inside would measure something else. Which tellers and
     * accounts stand for other regions is one of them.
     */
    @ArchTest
    static final ArchRule knowsTheBankFromOutside = noClasses()
            .that()
            .resideOutsideOfPackage("org.debitcredit.terminal.headquarters")
            .should()
            .dependOnClassesThat(resideInAPackage("org.debitcredit..")
                    .and(resideOutsideOfPackages(
                            "org.debitcredit.terminal..",
                            "org.debitcredit.bank",
                            "org.debitcredit.transaction",
                            "org.debitcredit.workload",
                            "org.debitcredit.measure..",
                            "org.debitcredit.chart",
                            "org.debitcredit.console",
                            "org.debitcredit.tpcc",
                            "org.debitcredit.tpcc.wire.."))
                    .and(not(equivalentTo(Correspondents.class))));

    /** Except for the connection that an auditor opens beside the service's own. */
    @ArchTest
    static final ArchRule holdsNoDatabase = noClasses()
            .that()
            .haveNameNotMatching(".*\\.certify\\.(SecondConnection|SqlBank|TwoConnectionsTest)(\\$.*)?")
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.sql..", "org.jooq.."));

    /** Headquarters follows banks by their client, and knows what regions post. It knows no engine either. */
    @ArchTest
    static final ArchRule headquartersKnowsStreamsOnly = noClasses()
            .that()
            .resideInAPackage("org.debitcredit.terminal.headquarters")
            .should()
            .dependOnClassesThat(resideInAPackage("org.debitcredit..")
                    .and(resideOutsideOfPackages(
                            "org.debitcredit.terminal..",
                            "org.debitcredit.bank",
                            "org.debitcredit.transaction",
                            "org.debitcredit.client",
                            "org.debitcredit.region",
                            "org.debitcredit.storage",
                            "org.debitcredit.chart",
                            "org.debitcredit.console")));

    /** The workload derived from TPC-C knows no bank. */
    @ArchTest
    static final ArchRule tpccKnowsNoBank = noClasses()
            .that()
            .resideInAPackage("org.debitcredit.terminal.tpcc..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.debitcredit.bank",
                    "org.debitcredit.transaction",
                    "org.debitcredit.workload",
                    "org.debitcredit.wire..",
                    "org.debitcredit.client..");

    /**
     * The arrows between the packages of this module. A new package must be added here.
     *
     * <pre>
     *  demo ──▶ atm
     *  atm, demo, nation, certify ──▶ report ──▶ run ──▶ contract ──▶ console
     *       demo, nation, certify ──▶ server ───────────────▲
     *       headquarters ──────────────────────────▶ contract
     *
     *  tpcc ──▶ console, and nothing of the bank
     * </pre>
     */
    @ArchTest
    static final ArchRule arrows = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("org.debitcredit.terminal..")
            .withOptionalLayers(true)
            .ensureAllClassesAreContainedInArchitecture()
            .layer("command line")
            .definedBy("org.debitcredit.terminal")
            .layer("demo")
            .definedBy("org.debitcredit.terminal.demo")
            .layer("nation")
            .definedBy("org.debitcredit.terminal.nation")
            .layer("certify")
            .definedBy("org.debitcredit.terminal.certify..")
            .layer("atm")
            .definedBy("org.debitcredit.terminal.atm")
            .layer("headquarters")
            .definedBy("org.debitcredit.terminal.headquarters")
            .layer("tpcc")
            .definedBy("org.debitcredit.terminal.tpcc..")
            .layer("report")
            .definedBy("org.debitcredit.terminal.report")
            .layer("run")
            .definedBy("org.debitcredit.terminal.run")
            .layer("server")
            .definedBy("org.debitcredit.terminal.server")
            .layer("contract")
            .definedBy("org.debitcredit.terminal.contract")
            .layer("console")
            .definedBy("org.debitcredit.terminal.console")
            .whereLayer("command line")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("demo")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("nation")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("certify")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("atm")
            .mayOnlyBeAccessedByLayers("command line", "demo")
            .whereLayer("headquarters")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("tpcc")
            .mayOnlyBeAccessedByLayers("command line")
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("command line", "atm", "demo", "nation", "certify")
            .whereLayer("run")
            .mayOnlyBeAccessedByLayers("command line", "atm", "demo", "nation", "certify", "report")
            .whereLayer("server")
            .mayOnlyBeAccessedByLayers("demo", "nation", "certify")
            .whereLayer("contract")
            .mayOnlyBeAccessedByLayers(
                    "command line", "run", "atm", "demo", "nation", "certify", "server", "report", "headquarters");
}
