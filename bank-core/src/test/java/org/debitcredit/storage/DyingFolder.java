package org.debitcredit.storage;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A folder, and the files in it, of which one call, of whatever method, ends with an {@link OutOfMemoryError}. */
public final class DyingFolder {

    private final AtomicInteger callsLeft;
    private final Predicate<Thread> dying;
    private final CompletableFuture<Thread> died = new CompletableFuture<>();

    private DyingFolder(int call, Predicate<Thread> dying) {
        this.callsLeft = new AtomicInteger(call);
        this.dying = dying;
    }

    /**
     * A folder in front of another.
     *
     * @param folder the folder to use
     * @param died the thread that the Error was thrown to, once it was
     */
    public record Planted(Folder folder, Future<Thread> died) {}

    /** The call of this number, counted from 1, that a thread of these makes fails. */
    public static Planted atCall(int call, Folder real, Predicate<Thread> dying) {
        DyingFolder planted = new DyingFolder(call, dying);
        return new Planted(planted.around(Folder.class, real), planted.died);
    }

    private <T> T around(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (dying.test(Thread.currentThread()) && callsLeft.decrementAndGet() == 0) {
                died.complete(Thread.currentThread());
                throw new OutOfMemoryError("planted in " + method.getName());
            }
            try {
                Object result = method.invoke(real, args);
                return result instanceof DataFile file ? around(DataFile.class, file) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
