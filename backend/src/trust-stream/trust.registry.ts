import { ONE_LINE } from '@siegel/contracts/validation/lines';
import type { EventRegistry } from '../eventsourcing/journal/event.js';
import {
  count,
  type Field,
  oneOf,
  optional,
  orNull,
  recordOf,
  text,
  textOf,
  uuid,
} from '../eventsourcing/journal/fields.js';
import { keyDestroyed } from '../eventsourcing/journal/key-destroyed.js';
import type { KeptKind, KeptReport } from './kept-report.events.js';
import type { MorePlaces, Place, PlaceOfStream } from './place.events.js';

/** Longest reason that the operator may give. */
export const REASON_MAX = 500;

/**
 * Why the operator did something, in the operator's own words. The reason stays readable permanently, so the
 * commands that ask for it say that it must name no person.
 */
const reason: Field<string> = {
  is: (value) =>
    typeof value === 'string' && value !== '' && value.length <= REASON_MAX && ONE_LINE.test(value),
};

const isPlace = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { revision, hash } = value as Partial<Place>;
  return count.is(revision) && typeof hash === 'string';
};
const place: Field<Place> = { is: isPlace };
const places: Field<readonly Place[]> = { is: (value) => Array.isArray(value) && value.every(isPlace) };
const more: Field<MorePlaces> = {
  is: (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const { count: number, digest } = value as Partial<MorePlaces>;
    return count.is(number) && typeof digest === 'string';
  },
};
const placeOfStream: Field<PlaceOfStream> = {
  is: (value) => isPlace(value) && typeof (value as Partial<PlaceOfStream>).stream === 'string',
};

/** Part number of a stream that continues a closed one, counted from 1. */
const part: Field<number> = { is: (value) => count.is(value) && value !== 0 };

/**
 * The registry of the trust stream: the log's identity, and what happened to streams that are closed because
 * one of their events is not authenticated. These streams have no key, so everything in them stays readable.
 * They hold ids, amounts, hashes, and the operator's reasons.
 */
export const trustEvents = {
  /**
   * The first event of each part of the log's own stream. The first one fixes the identity and the origin of
   * the log.
   */
  LogBegun: {
    version: 1,
    open: {
      log: text,
      origin: text,
      part,
      /** The last event of the part before that counts; null for the first part, or if none counts. */
      before: orNull(placeOfStream),
      /** Null for the first part. */
      reason: orNull(reason),
    },
    personal: {},
    meaning:
      "The log's own stream began, or continues here because its part before is closed; names the log and its origin.",
  },
  /** The first event of each part but the first of a stream that records about another stream. */
  PartBegun: {
    version: 1,
    open: { part, before: orNull(placeOfStream), reason },
    personal: {},
    meaning: 'The records about a closed stream continue here, because their part before is closed.',
  },
  ReportKept: {
    version: 1,
    open: {
      kind: textOf<KeptKind>(),
      /** The same for each repetition of one report. */
      key: uuid,
      facts: recordOf<KeptReport['facts']>(),
    },
    personal: {},
    meaning:
      'Something that has to be recorded in a stream came while the stream was closed: a report of a provider, a dispute, or a legal hold.',
  },
  ReportAppended: {
    version: 1,
    open: {
      /** Id of the event `ReportKept`. */
      eventId: uuid,
      /** `refused` if the stream had no use for the report, for instance because it was erased meanwhile. */
      outcome: oneOf('appended', 'refused'),
    },
    personal: {},
    meaning: 'The kept report is in its stream now, or its stream refused it.',
  },
  StreamRestored: {
    version: 1,
    open: {
      stream: text,
      /** Events that were taken out; the first `REMOVED_MAX` of them. The hash is the one that each claimed. */
      removed: places,
      /** The other events that were taken out; null if there are none. */
      removedMore: orNull(more),
      /** Events that this service had written, and that were put back. */
      putBack: places,
      /** The event that the operator chose among several ones that this service wrote; null without a choice. */
      chosen: orNull(place),
      /** Events that this service had written, and that do not count because the operator chose another one. */
      givenUp: places,
      /** The last event of the stream after the repair; null if it has none. */
      last: orNull(place),
      reason,
    },
    personal: {},
    meaning: 'The operator repaired a closed stream; it is open again.',
  },
  /**
   * In a trust stream: the operator ended another stream for good. All members are present. In any other
   * stream: marks that this stream ends here. Then no member is needed, and no event counts from here on.
   */
  StreamEnded: {
    version: 1,
    open: {
      stream: optional(text),
      /** The last event that counts; null if none does. */
      last: optional(orNull(place)),
      fault: optional(text),
      reason: optional(reason),
    },
    personal: {},
    meaning: 'The operator ended a closed stream; nothing behind its last trusted event counts, for good.',
  },
  EndedObligationClosed: {
    version: 1,
    open: {
      stream: text,
      /** Id of the event that opened the obligation. */
      about: uuid,
    },
    personal: {},
    meaning: 'A person has dealt with an obligation of an ended stream.',
  },
  EndedKeyDue: {
    version: 1,
    open: { stream: text, reason },
    personal: {},
    meaning: 'The operator calls for the destruction of the key of an ended stream.',
  },
  EndedKeyDestroyed: {
    version: 1,
    open: { stream: text, ...keyDestroyed },
    personal: {},
    meaning: 'The key of an ended stream is destroyed, with a signed receipt.',
  },
} satisfies EventRegistry;
