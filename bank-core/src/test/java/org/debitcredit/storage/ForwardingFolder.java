package org.debitcredit.storage;

import java.io.IOException;
import java.util.List;

/** Passes everything on to another folder. Tests override what is to be different. */
public class ForwardingFolder implements Folder {

    private final Folder folder;

    public ForwardingFolder(Folder folder) {
        this.folder = folder;
    }

    @Override
    public List<String> names() throws IOException {
        return folder.names();
    }

    @Override
    public DataFile create(String name) throws IOException {
        return folder.create(name);
    }

    @Override
    public SequentialFile createSequential(String name) throws IOException {
        return folder.createSequential(name);
    }

    @Override
    public DataFile open(String name) throws IOException {
        return folder.open(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        folder.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
        folder.delete(name);
    }

    @Override
    public void deleteInPieces(String name) throws IOException {
        folder.deleteInPieces(name);
    }

    @Override
    public boolean link(String name, Folder to) throws IOException {
        return folder.link(name, to);
    }

    @Override
    public void force() throws IOException {
        folder.force();
    }

    @Override
    public long usableBytes() throws IOException {
        return folder.usableBytes();
    }

    @Override
    public String place(String name) {
        return folder.place(name);
    }

    @Override
    public Folder folder(String name) throws IOException {
        return folder.folder(name);
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
