/** ZooKeeper as a supporting system. */
package dev.rebound.engine.zookeeper;
