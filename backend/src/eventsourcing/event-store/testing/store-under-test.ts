import type { EventStore } from '../event-store.js';

/** A fresh, empty store for one test. */
export interface StoreUnderTest {
  readonly store: EventStore;
  /** Opens another instance on the same data, as a second process would. */
  reopen(): Promise<EventStore>;
  /** Cuts every connection that any instance has open at this moment. New connections succeed. */
  breakConnections(): Promise<void>;
  /**
   * Delays each append, by an uneven time, between the moment when its position is assigned and the moment
   * when it becomes visible. Absent if the harness cannot do so.
   */
  slowDown?(): Promise<void>;
  /**
   * Causes the trouble with this name, if the harness can. Resolves when the trouble has begun.
   * @returns a function that ends the trouble
   */
  trouble?(name: string): Promise<() => Promise<void>>;
  /** Closes all instances and removes the data. */
  destroy(): Promise<void>;
}
