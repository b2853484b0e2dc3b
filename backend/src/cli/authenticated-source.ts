import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Authenticator } from '../eventsourcing/trust/authenticate.js';
import { type Accepts, ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { CopyRefused } from '../eventsourcing/event-store/copy/copy-events.js';
import { isOwnStream, STREAM_PREFIXES } from '../app/streams.js';

/** Number of broken streams that the message names. */
const NAMED = 5;

/**
 * Reads the whole log, and refuses it if a stream has an event that is not authenticated. For a copy into a store
 * from which nothing can be taken out: what is forged would close the stream there for good.
 * @throws CopyRefused, EventStoreUnavailable
 */
export async function requireAuthenticatedSource(
  store: Pick<EventStore, 'readStream' | 'readAll'>,
  { checker, isAccepted }: { readonly checker: Authenticator; readonly isAccepted: Accepts },
): Promise<void> {
  const broken = new Map<string, number>();
  const closed = new ClosedStreams({
    found: (stream, { revision, fault }) => {
      if (fault !== 'ended' && !isAccepted(stream, revision, fault)) broken.set(stream, revision);
    },
  });
  const log = new TrustedReader({ store, authenticator: checker, closed, isOwnStream });
  for await (const _ of log.readAll({ after: undefined, streamPrefixes: STREAM_PREFIXES }));
  if (broken.size === 0) return;
  const named = [...broken].slice(0, NAMED).map(([stream, revision]) => `  ${stream}@${revision}`);
  const more = broken.size > NAMED ? [`  and ${broken.size - NAMED} more`] : [];
  throw new CopyRefused(
    [
      `${broken.size} streams of the source have events that are not authenticated. Nothing was copied. The first events:`,
      ...named,
      ...more,
      'EventStoreDB takes nothing out, so repair these streams here, where that is possible: siegel log:repair <stream>.',
      'If the log is from before APPEND_KEY and was never adopted, adopt it first: siegel log:adopt.',
    ].join('\n'),
  );
}
