package org.debitcredit.server.framework;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * Lets Spring Boot configure what the server does not. It is alone in its package, because Spring Boot searches the
 * package of this class at each start.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class FrameworkConfiguration {}
