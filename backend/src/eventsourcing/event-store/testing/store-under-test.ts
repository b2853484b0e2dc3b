import type { EventStore } from '../event-store.js';

/** A fresh, empty store for one test. */
export interface StoreUnderTest {
  readonly store: EventStore;
  /** Opens another instance on the same data, as a second process would. */
  reopen(): Promise<EventStore>;
  /** Cuts every connection that any instance has open at this moment. New connections succeed. */
  breakConnections(): Promise<void>;
  /**
   * Makes each append take an uneven time between the assignment of its position and its visibility, if the
   * harness can interfere there.
   */
  slowDown?(): Promise<void>;
  /**
   * Causes the trouble with this name, if the harness can. Resolves when it has begun.
   * @returns a function that ends it
   */
  trouble?(name: string): Promise<() => Promise<void>>;
  /** Closes all instances and removes the data. */
  destroy(): Promise<void>;
}
