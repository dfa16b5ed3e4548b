/** The REST service of {@code openapi/bank-v1.yaml}. Every error is an RFC 9457 problem. */
@NullMarked
package org.debitcredit.server.rest;

import org.jspecify.annotations.NullMarked;
