package org.debitcredit.lab.run;

import java.io.IOException;
import java.util.Optional;

/** A running service that is loaded, and whose counters are read. */
interface Service {

    /** Where clients connect by gRPC on loopback: the service itself, or a line before it. */
    int clientsPort();

    /** Of its process on this machine. */
    long pid();

    /** What its meters show now. */
    ServiceMeters meters() throws IOException;

    /** How its process has ended, in a sentence; empty if it runs. */
    Optional<String> ended();
}
