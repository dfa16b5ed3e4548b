package org.debitcredit.tpcc;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.debitcredit.tpcc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule knowsNoBank = noClasses()
            .should()
            .dependOnClassesThat(
                    resideInAPackage("org.debitcredit..").and(resideOutsideOfPackage("org.debitcredit.tpcc..")));

    @ArchTest
    static final ArchRule arrows = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("org.debitcredit.tpcc..")
            .ensureAllClassesAreContainedInArchitecture()
            .layer("records")
            .definedBy("org.debitcredit.tpcc")
            .layer("generated")
            .definedBy("org.debitcredit.tpcc.schema..", "org.debitcredit.tpcc.wire.v1")
            .layer("database")
            .definedBy("org.debitcredit.tpcc.database")
            .layer("load")
            .definedBy("org.debitcredit.tpcc.load")
            .layer("check")
            .definedBy("org.debitcredit.tpcc.check")
            .layer("execute")
            .definedBy("org.debitcredit.tpcc.execute")
            .layer("wire")
            .definedBy("org.debitcredit.tpcc.wire")
            .whereLayer("load")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("check")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("execute")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("wire")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("database")
            .mayOnlyBeAccessedByLayers("load", "check", "execute");
}
