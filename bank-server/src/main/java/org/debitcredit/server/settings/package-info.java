/**
 * What the server is configured with, checked before anything opens.
 */
@NullMarked
package org.debitcredit.server.settings;

import org.jspecify.annotations.NullMarked;
