package org.debitcredit.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BearerTokenTest {

    @TempDir
    private Path folder;

    private Path file(String content) throws IOException {
        return Files.writeString(folder.resolve("token"), content);
    }

    @Test
    void aFileIsReadWithoutTheWhitespaceAround() throws IOException {
        assertThat(BearerToken.of(file(" a-secret\r\n"), null)).isEqualTo("a-secret");
    }

    @Test
    void theFileGoesBeforeTheVariable() throws IOException {
        assertThat(BearerToken.of(file("of-the-file"), "of-the-variable")).isEqualTo("of-the-file");
        assertThat(BearerToken.of(null, "of-the-variable\n")).isEqualTo("of-the-variable");
    }

    @Test
    void aFileThatOthersMayWriteIsTakenAllTheSame() throws IOException {
        Path file = file("a-secret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        assertThat(BearerToken.of(file, null)).isEqualTo("a-secret");
    }

    @Test
    void withoutBothThereIsNoToken() {
        assertThat(BearerToken.of(null, null)).isNull();
        assertThat(BearerToken.of(null, "")).isNull();
        assertThat(BearerToken.of(null, " \n")).isNull();
    }

    @Test
    void aFileWithoutATokenIsNamed() throws IOException {
        Path missing = folder.resolve("missing");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BearerToken.of(missing, "of-the-variable"))
                .withMessage("--token-file is '" + missing
                        + "', which does not exist; give a file that holds a bearer token");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BearerToken.of(folder, null))
                .withMessageStartingWith("--token-file is '" + folder + "', which cannot be read (");
        Path empty = file(" \n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BearerToken.of(empty, null))
                .withMessageContaining("'" + empty + "', which is empty");
    }

    @Test
    void whatIsNotOneWordIsRefusedAndNotShown() throws IOException {
        Path two = file("first-secret\nsecond-secret\n");
        assertThatThrownBy(() -> BearerToken.of(two, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(two.toString())
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> BearerToken.of(null, "first-secret second-secret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("BANK_TOKEN")
                .hasMessageNotContaining("secret");
    }
}
