package org.debitcredit.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.debitcredit.bank.BankScale;
import org.debitcredit.region.Correspondents;

/** Several regions, each a server of its own on a port that it keeps over its lives. */
final class RegionServers {

    /** How long regions may take to settle, on a machine that does much else. */
    static final Duration SETTLED_MAX = Duration.ofSeconds(90);

    /** In a branch, unless a server is told otherwise. */
    private static final int TELLERS = 10;

    private static final int ACCOUNTS = 100_000;

    private final Servers servers;
    private final List<Path> data;
    private final List<Integer> ports;
    private final AtomicReferenceArray<TestedServer> running;
    private final AtomicReferenceArray<RestBank> rest;

    /** @param data the directory of each region */
    RegionServers(Servers servers, List<Path> data) throws IOException {
        this.servers = servers;
        this.data = data;
        this.ports = freePorts(data.size());
        this.running = new AtomicReferenceArray<>(data.size());
        this.rest = new AtomicReferenceArray<>(data.size());
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.add(socket);
                ports.add(socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
        return ports;
    }

    int count() {
        return data.size();
    }

    /** The tellers and accounts of each region that stand for the others. */
    Correspondents correspondents() {
        return new Correspondents(new BankScale(ServerCommand.BRANCHES, TELLERS, ACCOUNTS), count());
    }

    String grpcAddress(int region) {
        return "127.0.0.1:" + ports.get(region);
    }

    ServerCommand command(int region) {
        ServerCommand command = ServerCommand.over(data.get(region))
                .option("--grpc-port", ports.get(region))
                .property("bank.region.number", region)
                .property("bank.region.count", count());
        int partner = 0;
        for (int other = 0; other < count(); other++) {
            if (other != region) {
                command.property("bank.region.partners[" + partner + "].number", other)
                        .property("bank.region.partners[" + partner + "].address", grpcAddress(other));
                partner++;
            }
        }
        return command;
    }

    /** Starts a region, and waits until it serves. */
    TestedServer start(int region) {
        return started(region, servers.start(command(region)));
    }

    /** Starts several at the same time. */
    void start(List<Integer> regions) {
        List<TestedServer> started = new ArrayList<>();
        regions.forEach(region -> started.add(servers.start(command(region))));
        for (int i = 0; i < started.size(); i++) {
            started(regions.get(i), started.get(i));
        }
    }

    private TestedServer started(int region, TestedServer server) {
        server.awaitReady();
        rest.set(region, server.rest());
        running.set(region, server);
        return server;
    }

    /** The latest life of a region. */
    TestedServer server(int region) {
        return running.get(region);
    }

    RestBank rest(int region) {
        return rest.get(region);
    }

    private Iterable<JsonNode> partners(int region) throws IOException {
        return rest(region).get("/v1/regions").json().required("partners");
    }

    /** Waits until every region has an answer from every other one. */
    void awaitPartners() {
        await().atMost(SETTLED_MAX).until(() -> {
            for (int region = 0; region < count(); region++) {
                for (JsonNode partner : partners(region)) {
                    if (partner.required("away").booleanValue()) {
                        return false;
                    }
                }
            }
            return true;
        });
    }

    /** Number of transactions that are not settled anywhere, and what they have in transit. */
    long open() throws IOException {
        long open = 0;
        for (int region = 0; region < count(); region++) {
            for (JsonNode partner : partners(region)) {
                open += partner.required("unsettled").longValue()
                        + Math.abs(partner.required("inTransit").longValue());
            }
        }
        return open;
    }

    /** Waits until nothing is in transit between any two regions, as they say themselves. */
    void awaitSettled() {
        await().atMost(SETTLED_MAX).until(() -> open() == 0);
    }

    /** Nothing is posted meanwhile. */
    void assertThatCorrespondentsAgree() throws IOException {
        for (int acquirer = 0; acquirer < count(); acquirer++) {
            for (int issuer = 0; issuer < count(); issuer++) {
                if (acquirer != issuer) {
                    assertThat(rest(issuer).balance("tellers", correspondents().networkTeller(acquirer)))
                            .as("at region %d, the network teller of region %d", issuer, acquirer)
                            .isEqualTo(rest(acquirer)
                                    .balance("accounts", correspondents().dueFrom(issuer)));
                }
            }
        }
    }
}
