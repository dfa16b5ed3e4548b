package org.debitcredit.server.command;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.debitcredit.server.security.AccessControl;
import org.debitcredit.server.security.Role;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Makes a client's token, and the configuration lines with its hash. */
@Command(
        name = "token",
        description = "Make a random token for a client. The server's configuration contains only its hash.",
        mixinStandardHelpOptions = true)
public final class TokenCommand implements Callable<Integer> {

    private static final int TOKEN_BYTES = 32;

    /** Characters that need no escape in YAML's quotes. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--name", required = true, paramLabel = "NAME", description = "Name of the client.")
    private String name = "";

    @Option(
            names = "--role",
            required = true,
            paramLabel = "ROLE",
            description = "terminal, operator, auditor or follower. Repeat the option for several roles.",
            converter = RoleName.class)
    private List<Role> roles = List.of();

    private CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("internal error: the command was not started by the command line");
        }
        return spec.commandLine();
    }

    static final class RoleName implements CommandLine.ITypeConverter<Role> {
        @Override
        public Role convert(String text) {
            try {
                return Role.valueOf(text.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException(
                        "'" + text + "' is not a role; it must be terminal, operator, auditor or follower");
            }
        }
    }

    @Override
    public Integer call() {
        if (!NAME.matcher(name).matches()) {
            throw new ParameterException(
                    commandLine(),
                    "the name must consist of letters, digits, '.', '_' and '-', and have at most 64 characters");
        }
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        String roleNames =
                roles.stream().map(role -> role.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", "));
        System.out.println(
                "# The token. It is shown only here. The client sends \"Authorization: Bearer " + token + "\"");
        System.out.println("# For the server's configuration:");
        System.out.println("bank:");
        System.out.println("  security:");
        System.out.println("    tokens:");
        // Without quotes, some names are not strings in YAML: 007 is 7, and null is nothing.
        System.out.println("      - name: \"" + name + "\"");
        System.out.println("        sha256: " + HexFormat.of().formatHex(AccessControl.sha256(token)));
        System.out.println("        roles: [" + roleNames + "]");
        return CommandLine.ExitCode.OK;
    }
}
