package org.debitcredit.lab.scaling;

import java.util.List;

/** A law of how capacity grows with the number of servers, relative to the capacity of one. */
public enum ScalingLaw {
    /** n / (1 + σ (n - 1)): a share σ of the work is serial. */
    AMDAHL("Amdahl's law", List.of("σ")) {
        @Override
        double capacity(int servers, double[] shape) {
            return servers / slowdown(servers, shape[0], 0);
        }

        @Override
        double[] logGradient(int servers, double[] shape) {
            return new double[] {-(servers - 1) / slowdown(servers, shape[0], 0)};
        }
    },
    /** n / (1 + σ (n - 1) + κ n (n - 1)): besides, each server exchanges data with each other. */
    UNIVERSAL("the Universal Scalability Law", List.of("σ", "κ")) {
        @Override
        double capacity(int servers, double[] shape) {
            return servers / slowdown(servers, shape[0], shape[1]);
        }

        @Override
        double[] logGradient(int servers, double[] shape) {
            double slowdown = slowdown(servers, shape[0], shape[1]);
            return new double[] {-(servers - 1) / slowdown, -(double) servers * (servers - 1) / slowdown};
        }
    },
    /** 1 + r + r² + ...: each server adds the share r of what the one before it added. The article has 60 and 80 %. */
    GEOMETRIC("the article's rule", List.of("r")) {
        @Override
        double capacity(int servers, double[] shape) {
            double capacity = 0;
            for (int server = 0; server < servers; server++) {
                capacity += Math.pow(shape[0], server);
            }
            return capacity;
        }

        @Override
        double[] logGradient(int servers, double[] shape) {
            double slope = 0;
            for (int server = 1; server < servers; server++) {
                slope += server * Math.pow(shape[0], server - 1);
            }
            return new double[] {slope / capacity(servers, shape)};
        }
    };

    private final String words;
    private final List<String> symbols;

    ScalingLaw(String words, List<String> symbols) {
        this.words = words;
        this.symbols = symbols;
    }

    /** Its name in a sentence. */
    public String words() {
        return words;
    }

    /** The parameters of its shape, none of which is below 0. */
    List<String> symbols() {
        return symbols;
    }

    /** Capacity relative to that of one server. */
    abstract double capacity(int servers, double[] shape);

    /** The derivatives of the logarithm of the capacity. */
    abstract double[] logGradient(int servers, double[] shape);

    static double slowdown(int servers, double sigma, double kappa) {
        return 1 + sigma * (servers - 1) + kappa * servers * (servers - 1);
    }
}
