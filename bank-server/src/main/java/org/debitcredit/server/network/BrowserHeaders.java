package org.debitcredit.server.network;

import io.netty.util.AsciiString;

/** The header of answers that tells browsers to believe the type of a body. */
public final class BrowserHeaders {

    /** Whether a browser may take a body for something else than its type says. */
    public static final AsciiString CONTENT_TYPE_OPTIONS = AsciiString.cached("x-content-type-options");

    /** It may not. */
    public static final AsciiString NOSNIFF = AsciiString.cached("nosniff");

    private BrowserHeaders() {}
}
