import type { EventStore } from '../event-store.js';

/** A fresh, empty store for one test. */
export interface StoreUnderTest {
  readonly store: EventStore;
  /** Another instance on the same data, like that of a second process. */
  reopen(): Promise<EventStore>;
  /** Cuts every connection that any instance holds at this moment; new ones succeed. */
  breakConnections(): Promise<void>;
  /**
   * Makes each append take an uneven time between taking its position and becoming visible, if the harness
   * can interfere there.
   */
  slowDown?(): Promise<void>;
  /**
   * Causes the trouble of this name, if the harness can. Resolves when it has begun.
   * @returns a function that ends it
   */
  trouble?(name: string): Promise<() => Promise<void>>;
  /** Closes all instances and removes the data. */
  destroy(): Promise<void>;
}
