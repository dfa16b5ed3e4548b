/**
 * Who may do what: {@link org.debitcredit.server.security.AccessControl} decides for REST, gRPC and actuator alike.
 */
@NullMarked
package org.debitcredit.server.security;

import org.jspecify.annotations.NullMarked;
