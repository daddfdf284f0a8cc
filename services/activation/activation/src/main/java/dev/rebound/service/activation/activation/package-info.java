/** The activation service: puts users into the database, by request or as it reads the topic. */
package dev.rebound.service.activation.activation;
