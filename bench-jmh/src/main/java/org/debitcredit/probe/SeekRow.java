package org.debitcredit.probe;

/**
 * Random reads of 4 KiB, one at a time.
 *
 * @param direct whether they went past the page cache; if not, memory may have answered
 * @param fileBytes size of the file they were spread over
 */
public record SeekRow(boolean direct, long fileBytes, MeasuredOperation measured) {}
