package org.debitcredit.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessIdentityTest {

    @Test
    void thisProcessIsFoundAgainByItsText() {
        ProcessIdentity here = ProcessIdentity.current();
        assertThat(here.text().length()).isLessThanOrEqualTo(ProcessIdentity.TEXT_LENGTH_MAX);
        assertThat(ProcessIdentity.parse(here.text())).contains(here);
        assertThat(here.running()).contains(ProcessHandle.current());
    }

    @Test
    void aProcessThatStartedAtAnotherTimeIsAnotherOne() {
        ProcessIdentity here = ProcessIdentity.current();
        assertThat(new ProcessIdentity(here.pid(), here.startedAt() + 1).running())
                .isEmpty();
        assertThat(new ProcessIdentity(here.pid(), 0).running()).isEmpty();
    }

    @Test
    void aProcessThatHasEndedDoesNotRun() throws Exception {
        Process process = new ProcessBuilder("sleep", "0").start();
        process.waitFor();
        assertThat(new ProcessIdentity(process.pid(), 1).running()).isEmpty();
    }

    @Test
    void anEarlierReleaseWroteTheIdAlone() {
        assertThat(ProcessIdentity.parse("42")).contains(new ProcessIdentity(42, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "x", "1 2 3", "-1", "1  2", "9999999999999999999", "1 99999999999999999999"})
    void otherTextsNameNoProcess(String text) {
        assertThat(ProcessIdentity.parse(text)).isEmpty();
    }
}
