package org.debitcredit.chart;

/** A shaded part of a chart between two values of the lower axis, with its meaning. */
public record Band(double from, double to, String label) {}
