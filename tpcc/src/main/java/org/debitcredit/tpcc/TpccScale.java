package org.debitcredit.tpcc;

/**
 * The size of the database (clause 1.2). Everything but the number of warehouses is fixed by the specification; smaller
 * numbers are for tests.
 *
 * @param warehouses number of warehouses, W in the specification
 * @param items in all, and in the stock of each warehouse
 * @param customersPerDistrict also the number of each district's first orders
 */
public record TpccScale(int warehouses, int items, int customersPerDistrict) {

    /** Districts of a warehouse. */
    public static final int DISTRICTS = 10;

    /** Most warehouses: ids of orders and rows of stock stay far from the limits of their columns. */
    public static final int WAREHOUSES_MAX = 10_000;

    private static final int ITEMS = 100_000;
    private static final int CUSTOMERS = 3_000;

    public TpccScale {
        if (warehouses < 1 || warehouses > WAREHOUSES_MAX) {
            throw new IllegalArgumentException("warehouses is " + warehouses + "; it must be 1 to " + WAREHOUSES_MAX);
        }
        if (items < 1 || items > ITEMS) {
            throw new IllegalArgumentException("items is " + items + "; it must be 1 to " + ITEMS);
        }
        if (customersPerDistrict < 1 || customersPerDistrict > CUSTOMERS) {
            throw new IllegalArgumentException(
                    "customersPerDistrict is " + customersPerDistrict + "; it must be 1 to " + CUSTOMERS);
        }
    }

    /** The specification's size for a number of warehouses. */
    public static TpccScale ofWarehouses(int warehouses) {
        return new TpccScale(warehouses, ITEMS, CUSTOMERS);
    }

    /** How many of a district's first orders are delivered: 2,100 of 3,000 (clause 4.3.3.1). */
    public int deliveredPerDistrict() {
        return (int) (customersPerDistrict * 7L / 10);
    }
}
