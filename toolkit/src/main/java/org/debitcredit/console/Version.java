package org.debitcredit.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine;

/** The build and its JDK, such as {@code DebitCredit 0.1.0-SNAPSHOT (f6dec96), JDK 17.0.15}. */
public final class Version implements CommandLine.IVersionProvider {

    private static final String PROPERTIES = "version.properties";
    private static final String NOT_FILLED_IN = "@";

    /** Gives {@code --version} of a command and of all its subcommands this text. */
    public static CommandLine everywhere(CommandLine command) {
        command.getCommandSpec().versionProvider(new Version());
        command.getSubcommands().values().forEach(Version::everywhere);
        return command;
    }

    @Override
    public String[] getVersion() {
        return new String[] {text(built(), System.getProperty("java.version"))};
    }

    /** A build outside of a git work tree has no revision; a tree with changes has that of its last commit. */
    static String text(Properties built, String jdk) {
        String revision = built.getProperty("revision", NOT_FILLED_IN);
        boolean isKnown = !revision.startsWith(NOT_FILLED_IN);
        String changed = Boolean.parseBoolean(built.getProperty("changed")) ? "-dirty" : "";
        return "DebitCredit " + built.getProperty("version") + (isKnown ? " (" + revision + changed + ")" : "")
                + ", JDK " + jdk;
    }

    private static Properties built() {
        Properties properties = new Properties();
        try (InputStream file = Version.class.getResourceAsStream(PROPERTIES)) {
            if (file == null) {
                throw new IllegalStateException(
                        "the jar does not contain " + PROPERTIES + " of " + Version.class.getPackageName());
            }
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}
