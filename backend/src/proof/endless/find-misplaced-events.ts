import type { StoredLog } from '../../eventsourcing/event-store/event-store.js';
import { placeName } from '../../eventsourcing/trust/place-names.js';
import type { Scheduled } from '../../platform/jobs/scheduled.js';
import { MISPLACED } from '../stream-diagnoses.js';
import { tellPlace, type TellingParts } from './tell-place.js';

const EVERY_MS = 30_000;
/** Number of events that one tick looks at. The pass over the log finds further ones. */
const MOST = 1_000;

export interface FindMisplacedParts extends TellingParts {
  readonly store: Pick<StoredLog, 'misplaced'>;
  readonly streamPrefixes: readonly string[];
  readonly isOwnStream: (stream: string) => boolean;
}

/**
 * Reports events that are stored at no place of the log's order (rule:tampering-is-told). No subscription meets
 * them, so this task searches for them. Each of them is reported once for as long as it is there.
 */
export class FindMisplacedEvents implements Scheduled {
  readonly name = 'find-misplaced-events';
  readonly everyMs = EVERY_MS;
  private told: ReadonlySet<string> = new Set();

  constructor(private readonly parts: FindMisplacedParts) {}

  readonly run = async (signal: AbortSignal): Promise<void> => {
    const { store, streamPrefixes, isOwnStream } = this.parts;
    const found = new Set<string>();
    let seen = 0;
    for await (const events of store.misplaced({ streamPrefixes })) {
      for (const { stream, revision } of events) {
        if (signal.aborted) return;
        const name = placeName({ stream, revision });
        if (isOwnStream(stream) && !found.has(name) && !this.told.has(name))
          await tellPlace(this.parts, { stream, revision, kind: 'reordered', detail: MISPLACED });
        found.add(name);
      }
      seen += events.length;
      if (seen >= MOST) break;
    }
    this.told = found;
  };
}
