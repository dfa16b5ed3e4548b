package org.debitcredit.lab;

/** A resource that can limit throughput. Software counts: a single thread, or one connection, is a resource. */
public enum Resource {
    /** Those of the machine, or those that the service may use. */
    PROCESSORS("the processors", "are"),
    /** The engine's one thread, in so far as it works: executes, appends, commits and answers. */
    WRITER("the writer", "is"),
    /** The forced write of the journal, one at a time. */
    FORCE("the forced disk", "is"),
    /** The threads that read requests and write answers. */
    EVENT_LOOPS("the event loops", "are"),
    /** Connections to a database, each of which does one statement at a time. */
    DATABASE("the database", "is"),
    /** The network between clients and service, by its bytes per second. */
    LINE("the line", "is"),
    /** Too little of it costs page faults, collections and waits. These load other resources. */
    MEMORY("memory", "is"),
    /** Reads and writes of the block device. */
    DISK("the disk", "is"),
    /** The load generator. If it is at its limit, the step measured the client and not the service. */
    CLIENT("the load generator", "is");

    private final String words;
    private final String verb;

    Resource(String words, String verb) {
        this.words = words;
        this.verb = verb;
    }

    /** Its name in a sentence, with the article. */
    public String words() {
        return words;
    }

    /** Its name at the beginning of a sentence. */
    public String capitalised() {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** <i>is</i> or <i>are</i>. */
    String verb() {
        return verb;
    }
}
