package org.debitcredit.server.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DescriptorsTest {

    @Test
    void descriptorsAreKeptForJournalAndDatabase() {
        assertThat(Descriptors.connectionsMax(512, 100, 4L << 30)).isEqualTo(512 - 100 - 128);
    }

    /** A process that may have a million descriptors has no memory for as many connections. */
    @Test
    void halfOfTheHeapIsEnoughForConnections() {
        assertThat(Descriptors.connectionsMax(1 << 20, 100, 256L << 20)).isEqualTo(4_096);
    }

    @Test
    void someArePossibleInAnyCase() {
        assertThat(Descriptors.connectionsMax(100, 90, 4L << 30)).isEqualTo(16);
    }
}
