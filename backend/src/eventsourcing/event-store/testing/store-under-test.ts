import type { EventStore } from '../event-store.js';

/** A fresh, empty store for one test. */
export interface StoreUnderTest {
  readonly store: EventStore;
  /** Another instance on the same data, as a second process has it. */
  reopen(): Promise<EventStore>;
  /** Cuts every connection that any instance holds at this moment; new ones succeed. */
  breakConnections(): Promise<void>;
  /**
   * Makes each append take an uneven while between taking its place and being seen, where the harness can
   * reach in there.
   */
  slowDown?(): Promise<void>;
  /**
   * Makes trouble of this name, where the harness can. Returns when it has begun.
   * @returns what ends it
   */
  trouble?(name: string): Promise<() => Promise<void>>;
  /** Closes all instances and removes the data. */
  destroy(): Promise<void>;
}
