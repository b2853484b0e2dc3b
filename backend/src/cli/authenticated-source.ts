import type { EventStore } from '../eventsourcing/event-store/event-store.js';
import type { Authenticator } from '../eventsourcing/trust/authenticate.js';
import { type Accepts, ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { CopyRefused } from '../eventsourcing/event-store/copy/copy-events.js';
import { isOwnStream, STREAM_PREFIXES } from '../app/streams.js';

/** Number of broken streams that the message names. */
const NAMED = 5;
/** Number of broken streams after which the log is read no further. */
const MOST = 10_000;

export interface SourceTrust {
  readonly checker: Authenticator;
  readonly isAccepted: Accepts;
  /** Number of broken streams after which the log is read no further; 10,000 by default. */
  readonly most?: number;
}

/**
 * Reads the whole log, and refuses it if a stream has an event that is not authenticated. For a copy into a store
 * from which nothing can be taken out: what is forged would close the stream there for good.
 * @throws CopyRefused, EventStoreUnavailable
 */
export async function requireAuthenticatedSource(
  store: Pick<EventStore, 'readStream' | 'readAll'>,
  { checker, isAccepted, most = MOST }: SourceTrust,
): Promise<void> {
  const broken = new Set<string>();
  const named: string[] = [];
  const closed = new ClosedStreams({
    found: (stream, { revision, fault }) => {
      if (fault === 'ended' || isAccepted(stream, revision, fault)) return;
      if (broken.has(stream) || broken.size >= most) return;
      broken.add(stream);
      if (named.length < NAMED) named.push(`  ${stream}@${revision}`);
    },
  });
  const log = new TrustedReader({ store, authenticator: checker, closed, isOwnStream });
  for await (const _ of log.readAll({ after: undefined, streamPrefixes: STREAM_PREFIXES }))
    if (broken.size >= most) break;
  if (broken.size === 0) return;
  const count = broken.size < most ? `${broken.size}` : `${broken.size} or more`;
  const more = broken.size > NAMED ? [`  and ${broken.size - NAMED} more`] : [];
  throw new CopyRefused(
    [
      `${count} streams of the source have events that are not authenticated. Nothing was copied. The first events:`,
      ...named,
      ...more,
      'EventStoreDB takes nothing out, so repair these streams here, where that is possible: siegel log:repair <stream>.',
      'If the log is from before APPEND_KEY and was never adopted, adopt it first: siegel log:adopt.',
    ].join('\n'),
  );
}
