import type { TrustedReader } from '../../eventsourcing/trust/trusted-log.js';
import type { BrokenPlace } from '../verify-stream.js';
import type { TamperedStreams } from './tampered-streams.js';

export interface TellingParts {
  readonly log: Pick<TrustedReader, 'load'>;
  readonly tampered: TamperedStreams;
}

/**
 * Reports a place that a verification found (rule:tampering-is-told). Loads its stream first: where an event is
 * not authenticated, the load closes the stream, so that it counts as closed at once, and reports the place.
 */
export async function tellPlace({ log, tampered }: TellingParts, place: BrokenPlace): Promise<void> {
  const { stream } = place;
  const untrusted = stream === null ? undefined : (await log.load(stream)).untrusted;
  if (stream !== null && untrusted !== undefined && !tampered.isSettled(stream, untrusted))
    return tampered.keep(stream);
  await tampered.found(place);
}
