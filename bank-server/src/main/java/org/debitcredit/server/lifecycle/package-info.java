/** Opening and closing the bank inside the server: after the network is up, and before it goes down. */
@NullMarked
package org.debitcredit.server.lifecycle;

import org.jspecify.annotations.NullMarked;
