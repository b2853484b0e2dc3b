import { EventReader } from '#src/eventsourcing/journal/event-reader';

type Decode = (...given: readonly unknown[]) => unknown;

/** @returns how often stored bytes have become an event in this process since */
export function countDecodings(): () => number {
  let count = 0;
  const decode = Reflect.get(EventReader.prototype, 'decode') as unknown as Decode;
  const counted = function (this: unknown, ...given: readonly unknown[]): unknown {
    count += 1;
    return Reflect.apply(decode, this, given);
  };
  Reflect.set(EventReader.prototype, 'decode', counted);
  return () => count;
}
