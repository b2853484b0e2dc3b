import type { Language } from '@siegel/contracts/enums';
import type { NdaEvent } from '../../nda/nda.events.js';
import type { Actor, Origin, Recorded } from '../../eventsourcing/journal/event.js';
import { shortenedHistory } from '../shortened-history.js';
import { auditSentence, moreOfThisKind } from './audit-sentences.js';
import { shortenIp } from './shorten-ip.js';

/** One line of the audit page. */
export interface AuditEntry {
  readonly revision: number;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly actor: string;
  /** What happened, one sentence. */
  readonly what: string;
  /** Shortened. Undefined where there is none to tell; null where it was not known when somebody acted. */
  readonly ip: string | null | undefined;
  /** SHA-256 of the event in its chain, hexadecimal. */
  readonly hash: string;
}

const ACTORS: Readonly<Record<Language, Readonly<Record<Actor, string>>>> = {
  de: {
    party1: 'Offenlegende Partei',
    party2: 'Empfangende Partei',
    anybody: 'Jemand ohne Anmeldung',
    admin: 'Betreiber',
    auditor: 'Prüfer',
    system: 'System',
  },
  en: {
    party1: 'Disclosing Party',
    party2: 'Receiving Party',
    anybody: 'Somebody without a login',
    admin: 'Operator',
    auditor: 'Auditor',
    system: 'System',
  },
};

/** A text that is no address shows nothing; that nobody knew it is said. */
const shownAddress = (origin: Origin | undefined): string | null | undefined =>
  origin?.ip === null ? null : shortenIp(origin?.ip ?? '') || undefined;

/** That the agreement is paid is told once, however often somebody tried (rule:audit-page). */
const PAYING: ReadonlySet<NdaEvent['type']> = new Set<NdaEvent['type']>([
  'PaymentSucceeded',
  'VoucherApplied',
]);

/**
 * What concerns the agreement, in words and in the NDA's language (rule:audit-page): no attempt to pay, no
 * voucher, no mail, since the other party reads it too.
 */
export function auditEntries(events: readonly Recorded<NdaEvent>[], language: Language): AuditEntry[] {
  const paid = events.findLast(({ type }) => PAYING.has(type));
  const { omitted, omittedBefore } = shortenedHistory(events);
  return events.flatMap((event) => {
    if (omitted.has(event.revision) || (PAYING.has(event.type) && event !== paid)) return [];
    const sentence = auditSentence(event, language);
    if (sentence === undefined) return [];
    const what = sentence + moreOfThisKind(omittedBefore.get(event.revision) ?? 0, language);
    return {
      revision: event.revision,
      at: event.at,
      actor: ACTORS[language][event.actor],
      what,
      ip: shownAddress(event.origin),
      hash: event.hash,
    };
  });
}
