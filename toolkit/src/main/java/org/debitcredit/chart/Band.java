package org.debitcredit.chart;

/** A shaded part of a chart, from one place of the lower axis to another, with what it means. */
public record Band(double from, double to, String label) {}
