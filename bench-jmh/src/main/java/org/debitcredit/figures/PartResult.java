package org.debitcredit.figures;

import tools.jackson.databind.node.ObjectNode;

/**
 * What a part came to.
 *
 * @param text Markdown for between its markers
 * @param raw every value of every round
 */
record PartResult(String text, ObjectNode raw) {}
