package org.debitcredit.terminal.run;

import java.net.URI;
import java.nio.file.Path;
import org.debitcredit.workload.Scenario;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a run.
 *
 * @param url of the server; a path is taken off
 * @param token bearer token; null where the server has no security
 * @param terminals how many
 * @param seed of every random choice except the keys
 * @param folder that the run's files are written to
 */
public record RunPlan(
        URI url, @Nullable String token, Scenario scenario, int terminals, Phases phases, long seed, Path folder) {}
