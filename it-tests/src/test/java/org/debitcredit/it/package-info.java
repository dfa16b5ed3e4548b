/**
 * Black-box tests: the packaged jars as processes of their own, spoken to over REST and gRPC, killed, starved of disk,
 * put behind a slow network, and watched for calls to the outside.
 *
 * <pre>
 *   ServerCommand ─▶ Servers (ends every process) ─▶ TestedServer ─▶ RestBank, GrpcBank
 *
 *   ClientLoad ─▶ ClientSuccessFile ─▶ RestartCheck ─▶ ClientSuccessCheck: what clients know, against what a
 *                                                      restarted bank says
 * </pre>
 *
 * All of it runs in {@code ./mvnw verify}. Alone, with what it needs and nothing else:
 *
 * <pre>
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=KillNineIT -Dbank.it.kills=200
 *   ./mvnw -pl it-tests -am verify -Dskip.unit.tests -Dit.test=PowerCutIT -Dbank.it.powercuts=50
 * </pre>
 *
 * A failed test prints what its servers wrote; all of it is in {@code target/it-logs}.
 */
@NullMarked
package org.debitcredit.it;

import org.jspecify.annotations.NullMarked;
