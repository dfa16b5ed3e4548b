package org.debitcredit.chart;

/** The style sheets of the pages: light or dark as the reader's system has it. */
public final class PageStyle {

    /** Of a chart in a file of its own. */
    public static final String SVG = """
            :root { color-scheme: light dark; --ink: #1c2330; --soft: #657083; --line: #d9dee6; --paper: #fff;
              --c0: #1f6feb; --c1: #d1690e; --c2: #1a8a5a; --c3: #a03fc0; --c4: #8a6d1a; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e4e8ef; --soft: #98a3b5; --line: #323b49;
              --paper: #12161d; --c0: #6aa8ff; --c1: #f0a050; --c2: #58cf9a; --c3: #d490ef; --c4: #d9c06a; } }
            svg text, text { font: 12px system-ui, sans-serif; fill: var(--soft) }
            text.x { text-anchor: middle } text.y { text-anchor: end } .grid, .tick { stroke: var(--line) }
            polyline { fill: none; stroke-width: 2 } .dashed { stroke-dasharray: 7 5 }
            polyline.l0 { stroke: var(--c0) } polyline.l1 { stroke: var(--c1) } polyline.l2 { stroke: var(--c2) }
            polyline.l3 { stroke: var(--c3) }
            circle.l0 { fill: var(--c0) } circle.l1 { fill: var(--c1) } circle.l2 { fill: var(--c2) }
            circle.l3 { fill: var(--c3) }
            polyline.l4 { stroke: var(--c4) } circle.l4 { fill: var(--c4) }
            .paper { fill: var(--paper) } text.title { font-size: 15px; font-weight: 600; fill: var(--ink) }
            """;

    /** Of a page, charts and all. */
    public static final String HTML = SVG + """
            body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
              max-width: 900px; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.5rem; margin: 0 0 .3rem } h2 { font-size: 1.1rem; margin: 2.2rem 0 .3rem }
            p { margin: .3rem 0 } .soft { color: var(--soft) }
            .verdict { border-left: 4px solid var(--c0); padding: .4rem .8rem; margin: 1rem 0; font-weight: 600 }
            .warn { border-color: #d43a3a }
            table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; margin: .6rem 0 }
            th, td { text-align: right; padding: .2rem .5rem; border-bottom: 1px solid var(--line) }
            th { font-weight: 600; color: var(--soft) } th:first-child, td:first-child { text-align: left }
            .wide { overflow-x: auto }
            .legend span { margin-right: 1.2rem; white-space: nowrap }
            .legend i { display: inline-block; width: .8rem; height: .8rem; border-radius: 50%; margin-right: .4rem;
              vertical-align: -1px }
            i.l0 { background: var(--c0) } i.l1 { background: var(--c1) } i.l2 { background: var(--c2) }
            i.l3 { background: var(--c3) }
            i.l4 { background: var(--c4) }
            svg { width: 100%; height: auto; display: block }
            """;

    private PageStyle() {}
}
