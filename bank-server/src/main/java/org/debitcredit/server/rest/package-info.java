/**
 * REST as {@code openapi/bank-v1.yaml} draws it. Every error is an RFC 9457 problem.
 */
@NullMarked
package org.debitcredit.server.rest;

import org.jspecify.annotations.NullMarked;
