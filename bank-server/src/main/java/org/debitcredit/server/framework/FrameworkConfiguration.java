package org.debitcredit.server.framework;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ScheduledTasksObservationAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * Lets Spring Boot configure what the server does not. It is alone in its package, because Spring Boot searches the
 * package of this class at each start. The tasks that run once a second are not observed, because that takes longer than
 * the tasks.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration(exclude = ScheduledTasksObservationAutoConfiguration.class)
public class FrameworkConfiguration {}
