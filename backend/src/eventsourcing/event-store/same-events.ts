import type { EventBytes } from './event-store.js';

/** True if the two are the same event, byte for byte. A store may return an id in another case. */
export const isSameEvent = (one: EventBytes, other: EventBytes): boolean =>
  one.id.toLowerCase() === other.id.toLowerCase() &&
  one.type === other.type &&
  Buffer.compare(one.data, other.data) === 0 &&
  Buffer.compare(one.metadata, other.metadata) === 0;

/** True if the two lists have the same events in the same order. */
export const areSameEvents = (some: readonly EventBytes[], others: readonly EventBytes[]): boolean =>
  some.length === others.length &&
  some.every((event, n) => {
    const other = others[n];
    return other !== undefined && isSameEvent(event, other);
  });
