import { BEGINNING } from '../eventsourcing/trust/authenticate.js';
import { BEGUN_AGAIN, ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { BegunBefore } from './begun-before.js';

describe('a stream of which this process saw an event, and of which nothing is stored any more', () => {
  /** @param accepted kinds of findings that the operator knows at its first event */
  const beginning = (...accepted: readonly string[]) => {
    const closed = new ClosedStreams({}, (_, __, kind) => accepted.includes(kind));
    const load = async () => ({ events: [], last: BEGINNING, untrusted: undefined });
    const log = { hasSeen: () => true, load };
    const parts = { pool: {}, trust: { log, closed }, tampering: new RecordedTampering() };
    return new BegunBefore(parts as unknown as ConstructorParameters<typeof BegunBefore>[0]);
  };

  it('does not begin again because a repair excuses a missing event', () =>
    expect(beginning('missing').requireUnknown('nda-1')).rejects.toThrow(StreamUntrusted));

  it('begins again if the operator accepted its loss', () =>
    expect(beginning(BEGUN_AGAIN).requireUnknown('nda-1')).resolves.toBeUndefined());
});
