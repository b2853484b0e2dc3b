import { randomUUID } from 'node:crypto';

declare const EVENT_STORE_TEST_URL: string | undefined;
declare const EVENT_STORE_TEST_FAULTS: string | undefined;

/** The real server that `npm run test:eventstore` runs on. @throws Error where none is named */
export function realStoreUrl(): string {
  if (EVENT_STORE_TEST_URL === undefined) throw new Error('EVENT_STORE_TEST_URL must name an EventStoreDB.');
  return EVENT_STORE_TEST_URL;
}

/** The command that kills and freezes it; undefined where none is named. */
export const realStoreFaults = (): string | undefined => EVENT_STORE_TEST_FAULTS;

/** Streams of a run of its own, so that the server stays usable for everybody else. */
export const ownPrefix = (): string => `siegel-test-${randomUUID()}-`;
