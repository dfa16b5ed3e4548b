package org.debitcredit.server.rest;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The parts of the REST interface. */
@Configuration(proxyBeanMethods = false)
@Import({
    BackupController.class,
    BalanceController.class,
    BankController.class,
    ConsoleFiles.class,
    HttpAccessFilter.class,
    OpenStreams.class,
    ProblemHandler.class,
    RegionController.class,
    ReversalController.class,
    SnapshotController.class,
    StatementController.class,
    StatusController.class,
    TransactionController.class,
    TransactionRoute.class
})
public class RestConfiguration {}
