package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class FailureTextTest {

    @Test
    void theFirstLineOfTheMessageIsShown() {
        assertThat(FailureText.of(new IllegalStateException("the bank is closed\nmore")))
                .isEqualTo("the bank is closed");
    }

    @Test
    void aFailureOfTheFileSystemNamesTheFileAndTheReason() {
        assertThat(FailureText.of(new AccessDeniedException("/bank"))).isEqualTo("cannot use /bank: access denied");
    }

    @Test
    void withoutAMessageTheNameOfItsClassIsShownInWords() {
        assertThat(FailureText.of(new UnsupportedOperationException())).isEqualTo("unsupported operation");
    }

    @Test
    void aFailureThatOnlyWrapsAnotherIsShownAsThatOne() {
        assertThat(FailureText.of(new UncheckedIOException(new AccessDeniedException("/bank"))))
                .isEqualTo("cannot use /bank: access denied");
        assertThat(FailureText.of(new IllegalStateException("the disk is full", new IOException("no space"))))
                .isEqualTo("the disk is full");
    }
}
