package org.debitcredit.terminal.run;

import java.util.HashMap;
import java.util.Map;
import java.util.prefs.AbstractPreferences;
import java.util.prefs.Preferences;
import java.util.prefs.PreferencesFactory;
import org.jspecify.annotations.Nullable;

/**
 * User preferences that end with the process. Gatling asks the network for its latest version at every start and keeps
 * the answer in the user's home, unless its preferences say that it has just asked; these do.
 */
public final class QuietPreferences implements PreferencesFactory {

    private final Preferences root = new Node(null, "");

    /** Makes these the preferences of the process. Must be called before any other use of preferences. */
    static void install() {
        System.setProperty("java.util.prefs.PreferencesFactory", QuietPreferences.class.getName());
    }

    @Override
    public Preferences systemRoot() {
        return root;
    }

    @Override
    public Preferences userRoot() {
        return root;
    }

    private static final class Node extends AbstractPreferences {

        private final Map<String, String> values = new HashMap<>();

        // The root of all preferences has no parent.
        @SuppressWarnings("NullAway")
        Node(@Nullable Node parent, String name) {
            super(parent, name);
            values.put("lastCheckTimestamp", Long.toString(Long.MAX_VALUE));
        }

        @Override
        protected void putSpi(String key, String value) {
            values.put(key, value);
        }

        @Override
        protected @Nullable String getSpi(String key) {
            return values.get(key);
        }

        @Override
        protected void removeSpi(String key) {
            values.remove(key);
        }

        @Override
        protected void removeNodeSpi() {
            values.clear();
        }

        @Override
        protected String[] keysSpi() {
            return values.keySet().toArray(String[]::new);
        }

        @Override
        protected String[] childrenNamesSpi() {
            return new String[0];
        }

        @Override
        protected AbstractPreferences childSpi(String name) {
            return new Node(this, name);
        }

        @Override
        protected void syncSpi() {}

        @Override
        protected void flushSpi() {}
    }
}
