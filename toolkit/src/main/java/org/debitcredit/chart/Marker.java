package org.debitcredit.chart;

/** A vertical line at a value of the lower axis, with the event there. */
public record Marker(double x, String label) {}
