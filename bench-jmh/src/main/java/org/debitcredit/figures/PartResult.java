package org.debitcredit.figures;

import tools.jackson.databind.node.ObjectNode;

/**
 * The result of a part.
 *
 * @param text Markdown for between its markers
 * @param raw every value of every round
 */
record PartResult(String text, ObjectNode raw) {}
