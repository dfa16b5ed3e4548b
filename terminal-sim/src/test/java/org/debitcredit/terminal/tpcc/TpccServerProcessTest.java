package org.debitcredit.terminal.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TpccServerProcessTest {

    private static final String ENDS = "-XX:+ExitOnOutOfMemoryError";
    private static final String ENDS_WITH_INPUT = "-Dorg.debitcredit.ends-with-input=true";

    @Test
    void aDatabaseInTheHeapGetsAHeapForItsWarehouses() {
        assertThat(TpccServerProcess.javaOptions(null, null, "jdbc:h2:mem:tpcc", 10))
                .containsExactly(ENDS, ENDS_WITH_INPUT, "-Xmx6144m");
        assertThat(TpccServerProcess.javaOptions(null, " ", "jdbc:sqlite::memory:", 10))
                .containsExactly(ENDS, ENDS_WITH_INPUT, "-Xmx1024m");
    }

    /** Of two options of one kind a JVM takes the last. */
    @Test
    void optionsOfTheEnvironmentComeLast() {
        assertThat(TpccServerProcess.javaOptions(null, " -Xmx8g  -Da=b ", "jdbc:sqlite::memory:", 1))
                .containsExactly(ENDS, ENDS_WITH_INPUT, "-Xmx1024m", "-Xmx8g", "-Da=b");
        assertThat(TpccServerProcess.javaOptions("-Xmx2g\n-Xmn1g", "-Da=b", "jdbc:h2:mem:tpcc", 1))
                .containsExactly(ENDS, ENDS_WITH_INPUT, "-Xmx2g", "-Xmn1g", "-Da=b");
    }
}
