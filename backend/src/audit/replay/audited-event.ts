import type { AuditedEventView } from '@siegel/contracts/audit/views';
import type { Role } from '@siegel/contracts/enums';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import { causeOf } from '../../nda/cause.js';
import type { UnsealedEvent } from './replayed-nda.js';
import { isKnown } from './replay-state.js';

/**
 * Fields with which somebody could open or prove something. No view shows these fields
 * (rule:no-secret-in-a-view).
 */
const HIDDEN: readonly string[] = ['linkId', 'agreementSalt'];
/** Hashes of secrets. Only the beginning of each hash is shown, which is enough to tell two hashes apart. */
const SHORTENED: readonly string[] = ['tokenHash', 'creatorKeyHash', 'kept', 'visitor', 'voucherId'];
const FINGERPRINT = 16;

const shown = (data: object): object =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([name]) => !HIDDEN.includes(name))
      .map(([name, value]: [string, unknown]) => [
        name,
        SHORTENED.includes(name) && typeof value === 'string' ? value.slice(0, FINGERPRINT) : value,
      ]),
  );

/**
 * Returns the view of an event, with the content that the role may read. Only the auditor sees the origin of
 * an act.
 * @param revisionOf returns the revision of the event with this id in this history
 */
export function auditedEvent(
  event: Recorded,
  opened: UnsealedEvent,
  role: Role,
  revisionOf: (eventId: string) => number | undefined,
): AuditedEventView {
  const { personal, origin, unreadable } = opened;
  const { id, revision, type, version, at, actor, commandId, hash, previousHash } = event;
  const from = role === 'auditor' ? origin : undefined;
  const cause = causeOf(event);
  return {
    revision,
    eventId: id,
    type,
    version,
    known: isKnown(event),
    at,
    actor,
    data: unreadable === null ? shown({ ...event.open, ...personal }) : null,
    erased: unreadable === 'erased',
    unreadable,
    ip: from?.ip ?? null,
    userAgent: from?.userAgent ?? null,
    commandId,
    cause: { ...cause, revision: cause.eventId === null ? null : (revisionOf(cause.eventId) ?? null) },
    hash,
    previousHash,
  };
}
