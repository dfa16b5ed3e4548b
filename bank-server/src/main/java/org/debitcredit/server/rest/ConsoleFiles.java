package org.debitcredit.server.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/**
 * Serves the console and the API's documentation: a fixed list of files without any secret, so that they need no token.
 * A page loads nothing from elsewhere, runs no script that is not one of these files, and is shown in no frame.
 */
@Configuration(proxyBeanMethods = false)
class ConsoleFiles {

    private static final String POLICY =
            "default-src 'self'; base-uri 'none'; form-action 'none'; " + "frame-ancestors 'none'; object-src 'none'";

    private static final MediaType SCRIPT = MediaType.parseMediaType("text/javascript;charset=UTF-8");
    private static final MediaType STYLE = MediaType.parseMediaType("text/css;charset=UTF-8");
    private static final MediaType PAGE = MediaType.parseMediaType("text/html;charset=UTF-8");
    private static final MediaType PICTURE = MediaType.parseMediaType("image/svg+xml");

    private static final String OWN = "console/";
    private static final String UPLOT = OWN + "uplot-1.6.32/";

    @Bean
    RouterFunction<ServerResponse> consoleRoutes() {
        RouterFunctions.Builder routes = RouterFunctions.route();
        add(routes, "/", OWN + "index.html", PAGE);
        add(routes, "/docs", OWN + "docs.html", PAGE);
        add(routes, "/console/console.css", OWN + "console.css", STYLE);
        add(routes, "/console/icon.svg", OWN + "icon.svg", PICTURE);
        for (String script : new String[] {"access.js", "charts.js", "console.js", "money.js", "docs.js"}) {
            add(routes, "/console/" + script, OWN + script, SCRIPT);
        }
        add(routes, "/console/uplot.js", UPLOT + "uPlot.iife.min.js", SCRIPT);
        add(routes, "/console/uplot.css", UPLOT + "uPlot.min.css", STYLE);
        return routes.build();
    }

    private static void add(RouterFunctions.Builder routes, String path, String resource, MediaType type) {
        byte[] content = read(resource);
        routes.GET(path, request -> answer(content, type));
    }

    private static Mono<ServerResponse> answer(byte[] content, MediaType type) {
        return ServerResponse.ok()
                .contentType(type)
                .cacheControl(CacheControl.noCache())
                .header("Content-Security-Policy", POLICY)
                .header("Referrer-Policy", "no-referrer")
                .bodyValue(content);
    }

    private static byte[] read(String resource) {
        try {
            return new ClassPathResource(resource).getContentAsByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("the console's file " + resource + " is missing", e);
        }
    }
}
