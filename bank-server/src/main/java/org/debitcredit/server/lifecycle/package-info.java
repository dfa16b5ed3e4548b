/**
 * The bank's life inside the server: opened after the network is up, closed before it goes down.
 */
@NullMarked
package org.debitcredit.server.lifecycle;

import org.jspecify.annotations.NullMarked;
