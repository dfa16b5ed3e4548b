package org.debitcredit.terminal.server;

/**
 * Where a server listens on loopback.
 *
 * @param http port of REST
 * @param grpc port of gRPC
 */
public record ServerPorts(int http, int grpc) {}
