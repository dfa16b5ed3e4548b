package org.debitcredit.it;

import java.util.Properties;

/**
 * A main class before the server's own: system properties in which the server cannot switch Chronicle's analytics off.
 * It is on the class path after the server.
 */
final class SwitchUndone extends Properties {

    private static final long serialVersionUID = 1L;
    private static final String SWITCH = "chronicle.analytics.disable";

    @Override
    public synchronized Object setProperty(String key, String value) {
        return key.equals(SWITCH) ? value : super.setProperty(key, value);
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        Properties properties = new SwitchUndone();
        properties.putAll(System.getProperties());
        System.setProperties(properties);
        Thread.currentThread()
                .getContextClassLoader()
                .loadClass("org.debitcredit.server.command.BankCommand")
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);
    }
}
