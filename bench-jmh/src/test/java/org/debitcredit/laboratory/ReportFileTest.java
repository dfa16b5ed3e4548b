package org.debitcredit.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {

    @TempDir
    private Path temp;

    @Test
    void a_new_file_has_a_folder_and_is_not_made_yet() {
        Path file = temp.resolve("new").resolve("page.html");
        assertThat(ReportFile.prepared(file)).isEqualTo(file);
        assertThat(file.getParent()).isEmptyDirectory();
    }

    @Test
    void an_earlier_report_keeps_its_content_until_the_new_one_is_written() throws IOException {
        Path file = Files.writeString(temp.resolve("page.html"), "earlier");
        assertThat(ReportFile.prepared(file)).isEqualTo(file);
        assertThat(file).hasContent("earlier");
    }

    @Test
    void what_can_be_written_may_be_in_a_folder_that_cannot() {
        assertThat(ReportFile.prepared(Path.of("/dev/null"))).isEqualTo(Path.of("/dev/null"));
    }

    @Test
    void a_file_in_a_folder_that_takes_no_files_is_refused_although_its_permissions_would_allow_it() {
        assertThatThrownBy(() -> ReportFile.prepared(Path.of("/proc/page.html")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--report is '/proc/page.html', which cannot be written: ")
                .hasMessageEndingWith(". Name another file");
    }

    @Test
    void an_earlier_report_that_is_protected_is_refused() throws IOException {
        Path file = Files.writeString(temp.resolve("page.html"), "earlier");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        assumeThat(Files.isWritable(file)).as("root may write it").isFalse();
        assertThatThrownBy(() -> ReportFile.prepared(file)).hasMessageContaining("which cannot be written");
        assertThat(file).hasContent("earlier");
    }
}
