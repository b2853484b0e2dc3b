import { OperatorError } from '../platform/errors/operator-error.js';
import { checkpointPlace, placeName } from '../eventsourcing/trust/place-names.js';
import { type KeptParts, type Losses, lossesOf } from '../proof/compare-with-kept.js';

/** Thrown if the log or its tree is older than what this service is known to have recorded. */
export class EventsLost extends OperatorError {
  constructor(losses: Losses) {
    super([...lossLines(losses), 'The log was not changed.', ...LOSS_REMEDY].join('\n'));
  }
}

/** Returns a sentence for each finding, and a line for each lost place that is listed. */
export function lossLines({ places, events, checkpoint, adoption, size }: Losses): readonly string[] {
  return [
    ...(adoption
      ? [
          `The tree over the log (${size} leaves) does not begin with the tree that LOG_ADOPTED names: the database was restored to a time before that adoption, or LOG_ADOPTED is not the one of this log.`,
        ]
      : []),
    ...(checkpoint === undefined
      ? []
      : [
          `The tree over the log (${size} leaves) does not continue the newest checkpoint that this backend kept in DATA_DIR (${checkpoint.size} leaves, of ${checkpoint.at}): the database was restored to an older state, or somebody changed it. To accept that, name the place:`,
          `  ${placeName(checkpointPlace(checkpoint))}`,
        ]),
    ...(events === 0
      ? []
      : [
          events === 1
            ? 'An event at the end of the log is lost: the tree has its leaf, but the event store does not have it:'
            : `${events} events or more at the end of the log are lost: the tree has their leaves, but the event store does not have them. The first ones:`,
          ...places.map((place) => `  ${placeName(place)}`),
        ]),
  ];
}

export const LOSS_REMEDY: readonly string[] = [
  'If nothing was restored, somebody deleted these events. Put them back: siegel log:repair <stream> --from <backup> (docs/operations/repairing-a-stream.md).',
  'If a restore lost them, look for a newer backup. If they are lost for good, siegel log:adopt lists everything that is lost, and takes your decision:',
  "  siegel log:adopt --accept-from <file with one place a line> --reason '…'",
  'See docs/operations/backup.md.',
];

/**
 * Refuses a log that lacks events, before the service answers any request (rule:losses-are-accepted-by-name).
 * @throws EventsLost
 */
export async function refuseLostEvents(parts: KeptParts): Promise<void> {
  const losses = await lossesOf(parts);
  if (losses !== undefined) throw new EventsLost(losses);
}
