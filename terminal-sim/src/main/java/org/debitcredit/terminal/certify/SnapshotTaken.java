package org.debitcredit.terminal.certify;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.debitcredit.terminal.console.RunFailure;

/**
 * A snapshot that a server took on request.
 *
 * @param took from its start to when it was durable, by the server's clock
 */
record SnapshotTaken(long position, Duration took) {

    static SnapshotTaken of(JsonNode json) {
        try {
            Instant began = Instant.parse(json.path("began").asText());
            Instant ended = Instant.parse(json.path("ended").asText());
            if (ended.isBefore(began)) {
                throw new RunFailure("the server's answer to a request for a snapshot ends before it begins: " + json);
            }
            return new SnapshotTaken(json.path("position").asLong(), Duration.between(began, ended));
        } catch (DateTimeParseException wrong) {
            throw new RunFailure("the server's answer to a request for a snapshot has no times: " + json, wrong);
        }
    }
}
