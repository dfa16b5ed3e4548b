package org.debitcredit.server.rest;

import java.util.List;
import org.debitcredit.server.region.Regions;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the other regions, and what is in transit between them and this one. */
@RestController
final class RegionController {

    private final @Nullable Regions regions;

    RegionController(@Nullable Regions regions) {
        this.regions = regions;
    }

    @GetMapping(path = "/v1/regions", produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<byte[]> regions() {
        Regions known = regions;
        Body body = new Body();
        if (known == null || known.number() == null) {
            return Body.ok(body.with("partners", List.of()).bytes());
        }
        List<Body> partners =
                known.seen().stream().map(RegionController::partner).toList();
        return Body.ok(
                body.with("region", known.number()).with("partners", partners).bytes());
    }

    private static Body partner(Regions.Seen seen) {
        return new Body()
                .with("region", seen.number())
                .with("away", seen.isAway())
                .withText("refusedBecause", seen.refusedBecause())
                .with("unsettled", seen.unsettled())
                .with("inTransit", seen.inTransitMinor())
                .with("strays", seen.strays());
    }
}
