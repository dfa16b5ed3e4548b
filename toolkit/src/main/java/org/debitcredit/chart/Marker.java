package org.debitcredit.chart;

/** An upright line at a place of the lower axis, with what happened there. */
public record Marker(double x, String label) {}
