import { NDA_STREAM_PREFIX } from './nda/nda.events.js';
import { ndaEvents } from './nda/nda.registry.js';
import type { EventDeclaration, EventRegistry } from './platform/journal/event.js';
import { VOUCHER_STREAM_PREFIX, voucherEvents } from './voucher/voucher.events.js';

/** `docs/events.md`, made from the registries, so that it cannot say anything else than the code. Markdown. */
export const eventCatalogue = (): string =>
  [
    '# Events',
    '',
    'Generated from the registries in `backend/src/nda/nda.events.ts` and `backend/src/voucher/voucher.events.ts`; a test compares. To write it anew:',
    '`npx tsc -b backend && node backend/dist/event-catalogue.main.js`.',
    '',
    'Open fields stay readable for ever. Sealed fields are encrypted with the key of the NDA or voucher and are gone once it is destroyed; where the',
    'origin is sealed too, that is the IP address and user agent of the act. Every event also carries its id, command id, correlation id, cause, actor,',
    'time, the hash of its predecessor in the stream and its own.',
    '',
    ...section('Of an NDA', `One stream per NDA, \`${NDA_STREAM_PREFIX}<id>\`.`, ndaEvents),
    ...section('Of a voucher', `One stream per voucher, \`${VOUCHER_STREAM_PREFIX}<keyed hash of the code>\`.`, voucherEvents),
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

const row = (type: string, { version, meaning, open, personal, origin, makesKey }: EventDeclaration): string => {
  const sealed = [...personal.map(code), ...(origin === true ? ['origin'] : [])];
  const when = makesKey === true ? `${meaning} Makes the stream's key.` : meaning;
  return `| \`${type}.v${version}\` | ${when} | ${listed(open.map(code))} | ${listed(sealed)} |`;
};

const code = (field: string): string => `\`${field}\``;
const listed = (fields: readonly string[]): string => (fields.length === 0 ? '–' : fields.join(', '));
