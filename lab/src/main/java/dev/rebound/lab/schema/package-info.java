/**
 * Records that are sent in a schema: values of JSON as Avro or JSON behind the id of their schema,
 * outputs decoded likewise, and the schema registry that a run of them starts.
 */
package dev.rebound.lab.schema;
