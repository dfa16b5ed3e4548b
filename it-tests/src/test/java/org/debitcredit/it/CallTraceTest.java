package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What counts as a call to the outside. */
class CallTraceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7 connect(9, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr(\"192.0.2.1\")}, 16) = 0",
                "7 connect(9, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr(\"127.0.0.53\")}, 16) = 0",
                "7 connect(9, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0),"
                        + " inet_pton(AF_INET6, \"2001:db8::1\", &sin6_addr), sin6_scope_id=0}, 28) = 0",
                "7 connect(9, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0),"
                        + " inet_pton(AF_INET6, \"::ffff:192.0.2.1\", &sin6_addr), sin6_scope_id=0}, 28) = 0",
                "7 sendto(5, \"x\", 1, 0, {sa_family=AF_INET, sin_port=htons(8125),"
                        + " sin_addr=inet_addr(\"192.0.2.1\")}, 16) = 1"
            })
    void callsToOtherMachinesAndToNameServersAreFound(String line) {
        assertThat(CallTrace.outward(List.of(line))).containsExactly(line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "7 connect(9, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr(\"127.0.0.1\")}, 16) = 0",
                "7 connect(9, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0),"
                        + " inet_pton(AF_INET6, \"::ffff:127.0.0.1\", &sin6_addr), sin6_scope_id=0}, 28) = 0",
                "7 connect(4, {sa_family=AF_UNIX, sun_path=\"/var/run/nscd/socket\"}, 110) = -1 ENOENT",
                "7 sendto(5, \"x\", 1, 0, NULL, 0) = 1",
                "7 +++ exited with 0 +++"
            })
    void allElseStaysOnThisMachine(String line) {
        assertThat(CallTrace.outward(List.of(line))).isEmpty();
    }

    @Test
    void nothingIsFoundInNothing() {
        assertThat(CallTrace.outward(List.of())).isEmpty();
    }
}
