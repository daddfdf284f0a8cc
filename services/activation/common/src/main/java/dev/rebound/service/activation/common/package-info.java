/** What front service and activation service share: the request, its answers, and the topics. */
package dev.rebound.service.activation.common;
