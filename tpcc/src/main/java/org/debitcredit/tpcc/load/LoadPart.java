package org.debitcredit.tpcc.load;

import java.util.ArrayList;
import java.util.List;
import org.debitcredit.tpcc.TpccScale;

/** A part of a load, which is committed as a whole. Each has random numbers of its own. */
sealed interface LoadPart {

    /** The name under which the database records that the part was loaded. */
    String id();

    /** About how many rows it has. */
    long rows(TpccScale scale);

    /** All items. */
    record Items() implements LoadPart {
        @Override
        public String id() {
            return "items";
        }

        @Override
        public long rows(TpccScale scale) {
            return scale.items();
        }
    }

    /** A warehouse, its districts and its stock. */
    record Warehouse(int warehouse) implements LoadPart {
        @Override
        public String id() {
            return "warehouse " + warehouse;
        }

        @Override
        public long rows(TpccScale scale) {
            return 1L + TpccScale.DISTRICTS + scale.items();
        }
    }

    /** The customers of a district, each with a payment in the history. */
    record Customers(int warehouse, int district) implements LoadPart {
        @Override
        public String id() {
            return "customers " + warehouse + "/" + district;
        }

        @Override
        public long rows(TpccScale scale) {
            return 2L * scale.customersPerDistrict();
        }
    }

    /** The first orders of a district with their lines; the last of them are not delivered yet. */
    record Orders(int warehouse, int district) implements LoadPart {

        private static final int LINES_MEAN = 10;

        @Override
        public String id() {
            return "orders " + warehouse + "/" + district;
        }

        @Override
        public long rows(TpccScale scale) {
            long orders = scale.customersPerDistrict();
            return orders + orders * LINES_MEAN + orders - scale.deliveredPerDistrict();
        }
    }

    /** All parts, in the order in which they are loaded. */
    static List<LoadPart> of(TpccScale scale) {
        List<LoadPart> parts = new ArrayList<>();
        parts.add(new Items());
        for (int warehouse = 1; warehouse <= scale.warehouses(); warehouse++) {
            parts.add(new Warehouse(warehouse));
            for (int district = 1; district <= TpccScale.DISTRICTS; district++) {
                parts.add(new Customers(warehouse, district));
                parts.add(new Orders(warehouse, district));
            }
        }
        return parts;
    }
}
