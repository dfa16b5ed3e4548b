/** What Spring Boot configures. */
@NullMarked
package org.debitcredit.server.framework;

import org.jspecify.annotations.NullMarked;
