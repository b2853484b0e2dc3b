import { ACCESS_STREAM_PREFIX } from '../audit/model/access.events.js';
import { accessEvents } from '../audit/model/access.registry.js';
import { NDA_STREAM_PREFIX } from '../nda/nda.events.js';
import { ndaEvents } from '../nda/nda.registry.js';
import type { EventDeclaration, EventRegistry } from '../eventsourcing/journal/event.js';
import { logStream, RECORDS_STREAM_PREFIX } from '../trust-stream/trust.events.js';
import { trustEvents } from '../trust-stream/trust.registry.js';
import { VOUCHER_STREAM_PREFIX } from '../voucher/voucher.events.js';
import { voucherEvents } from '../voucher/voucher.registry.js';
import { WITHDRAWAL_STREAM_PREFIX } from '../withdrawals/model/withdrawal.events.js';
import { withdrawalEvents } from '../withdrawals/model/withdrawal.registry.js';

/**
 * Returns the text of `docs/events.md` as Markdown. It is generated from the registries, so it always agrees
 * with the code.
 */
export const eventCatalogue = (): string =>
  [
    '# Events',
    '',
    'This page is generated from the registries in `backend/src/nda/nda.registry.ts`, `backend/src/voucher/voucher.registry.ts`, `backend/src/withdrawals/model/withdrawal.registry.ts`, `backend/src/audit/model/access.registry.ts` and `backend/src/trust-stream/trust.registry.ts`.',
    'A test compares this page with them; `npm run catalogue` writes it.',
    '',
    'Open fields stay readable permanently.',
    'Sealed fields are encrypted with the key of the NDA, voucher or withdrawal and are gone once that key is destroyed.',
    'A sealed origin is the IP address (null if it was unknown) and the user agent of the act.',
    'Every event also carries its id, command id, correlation id, cause, actor, time, a blind, the hash of its content, the hash of its predecessor in the stream and its own hash.',
    'Only the newest version of each event is written; older versions stay readable through the `upcasters.ts` beside each registry.',
    '',
    ...section('Events of an NDA', `One stream per NDA, \`${NDA_STREAM_PREFIX}<id>\`.`, ndaEvents),
    ...section(
      'Events of a voucher',
      `One stream per voucher, \`${VOUCHER_STREAM_PREFIX}<keyed hash of the code>\`.`,
      voucherEvents,
    ),
    ...section(
      'Events of a withdrawal',
      `One stream per withdrawal from a contract, \`${WITHDRAWAL_STREAM_PREFIX}<id>\`.`,
      withdrawalEvents,
    ),
    ...section(
      'Events of a session of admin or auditor',
      `One stream per session, \`${ACCESS_STREAM_PREFIX}<keyed hash of the session>\`, which has no key.`,
      accessEvents,
    ),
    ...section(
      'Events of the trust stream',
      `The log's own stream, in parts: \`${logStream(1)}\`, \`${logStream(2)}\`, … One stream of records for each stream that was ever closed, \`${RECORDS_STREAM_PREFIX}<stream>\`. None of them has a key.`,
      trustEvents,
    ),
  ].join('\n');

const section = (title: string, streams: string, registry: EventRegistry): readonly string[] => [
  `## ${title}`,
  '',
  streams,
  '',
  '| Event | When | Open fields | Sealed fields |',
  '|---|---|---|---|',
  ...Object.entries(registry).map(([type, declaration]) => row(type, declaration)),
  '',
];

const row = (
  type: string,
  { version, meaning, open, personal, origin, makesKey }: EventDeclaration,
): string => {
  const sealed = [...Object.keys(personal).map(code), ...(origin === true ? ['origin'] : [])];
  const when = makesKey === true ? `${meaning} Makes the stream's key.` : meaning;
  return `| \`${type}.v${version}\` | ${when} | ${listed(Object.keys(open).map(code))} | ${listed(sealed)} |`;
};

const code = (field: string): string => `\`${field}\``;
const listed = (fields: readonly string[]): string => (fields.length === 0 ? '–' : fields.join(', '));
