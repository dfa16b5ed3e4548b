package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.debitcredit.server.settings.ConfigurationRefused;
import org.junit.jupiter.api.Test;

class ConnectionCapacityTest {

    @Test
    void descriptorsAreKeptForJournalAndDatabase() {
        assertThat(ConnectionCapacity.connectionsMax(512, 100, 4L << 30)).isEqualTo(512 - 100 - 128);
    }

    /** A process that may have a million descriptors has no memory for as many connections. */
    @Test
    void halfOfTheHeapIsEnoughForConnections() {
        assertThat(ConnectionCapacity.connectionsMax(1 << 20, 100, 256L << 20)).isEqualTo(4_096);
    }

    /** Otherwise the writer stops when the journal has grown, and no later start can open the journal. */
    @Test
    void everyFileOfTheJournalCanBeOpen() {
        ConnectionCapacity.requireRoom(65_536, 65_536 - 128);
        assertThatThrownBy(() -> ConnectionCapacity.requireRoom(65_536, 131_072))
                .isInstanceOf(ConfigurationRefused.class)
                .hasMessageContaining("131072 files")
                .hasMessageContaining("65536 in all")
                .hasMessageContaining("bank.journal.fill-ahead");
    }

    @Test
    void someArePossibleInAnyCase() {
        assertThat(ConnectionCapacity.connectionsMax(100, 90, 4L << 30)).isEqualTo(16);
    }
}
