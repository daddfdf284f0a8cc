/** The request, its answers and the topics, which front service and activation service share. */
package dev.rebound.service.activation.common;
