package org.debitcredit.terminal.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

@AnalyzeClasses(packages = "org.debitcredit.terminal.report", importOptions = ImportOption.DoNotIncludeTests.class)
class ReportRulesTest {

    /** A histogram takes percentages, the statistics take shares. Only those are used, which refuse the other. */
    @ArchTest
    static final ArchRule asksNoHistogramForAPercentile = noClasses()
            .should()
            .callMethod(AbstractHistogram.class, "getValueAtPercentile", double.class)
            .orShould()
            .callMethod(Histogram.class, "getValueAtPercentile", double.class);
}
