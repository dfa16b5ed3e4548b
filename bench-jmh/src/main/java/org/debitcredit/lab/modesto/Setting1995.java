package org.debitcredit.lab.modesto;

/**
 * One set-up of the article.
 *
 * @param clients programs that act as ATMs
 * @param megabytes of memory
 * @param isEthernet whether the clients are on Ethernet; otherwise each has a serial line of 38.4 kbaud
 * @param isLogApart whether the log has a disk of its own
 * @param processors of the server
 * @param megahertz of each
 */
public record Setting1995(
        int clients, int megabytes, boolean isEthernet, boolean isLogApart, int processors, int megahertz) {

    /** The set-up in words. */
    public String words() {
        String line = isEthernet ? "Ethernet" : "38.4 kbaud";
        return megahertz == Parameters1995.MEGAHERTZ_OF_ATMS
                ? clients + " ATMs, " + megabytes + " MB, " + line
                : (processors == 1 ? "1 processor, " : processors + " processors, ")
                        + (isLogApart ? "log on another disk" : "one disk");
    }

    /** The same set-up with another number of clients. */
    Setting1995 with(int otherClients) {
        return new Setting1995(otherClients, megabytes, isEthernet, isLogApart, processors, megahertz);
    }
}
