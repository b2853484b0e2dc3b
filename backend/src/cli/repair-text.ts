import { TRUST_PREFIX } from '../eventsourcing/trust/ended.js';
import type { Finding } from '../proof/repair/findings.js';
import { keptReportText } from './kept-report-text.js';
import type { RepairSummary, ReportState, StreamReport } from './repair-log.js';

/** Number of digits by which a hash is named. */
const DIGITS = 16;

const eventAt = ({ revision, type }: Finding): string =>
  `Event ${revision}${type === undefined ? '' : ` (${type})`}`;

const VOUCHED = 'A leaf of the tree, or the event behind it, shows that it is genuine.';

/** Says in one or two plain sentences what is wrong at a place. */
export function findingText(finding: Finding): string {
  const event = eventAt(finding);
  const { revision, of, key, kind, hashes = [] } = finding;
  switch (kind) {
    case 'inserted':
      return `${event} was inserted: no key in APPEND_KEY made its MAC, and no leaf and no other event vouches for it.`;
    case 'replaced':
      return `${event} is another event than the one that belongs there, and nothing vouches for it.`;
    case 'altered':
      return `${event} was altered: its bytes do not fit its hash.`;
    case 'respelled':
      return `${event} has metadata in another spelling. Its content is genuine.`;
    case 'mac_missing':
      return `${event} has no MAC. ${VOUCHED}`;
    case 'mac_unknown':
      return `${event} has a MAC of the key ${key}, which is not in APPEND_KEY. ${VOUCHED}`;
    case 'mac_wrong':
      return `${event} has a MAC of another place or another log, or an altered one. ${VOUCHED}`;
    case 'moved':
      return `${event} is event ${of?.revision} of this stream, in the wrong place.`;
    case 'copied':
      return `${event} is a copy of event ${of?.revision} of ${of?.stream}.`;
    case 'doubled':
      return `${event} is a second event with this revision.`;
    case 'deleted':
      return `Event ${revision} is missing.`;
    case 'cut':
      return `Event ${revision} is missing at the end of the stream.`;
    case 'forked':
      return `${event} is one of several events that this service wrote at this place${hashes.length === 0 ? '' : ` (${hashes.map(short).join(', ')})`}.`;
    case 'unreachable':
      return `${event} is genuine, and an event before it is lost.`;
    case 'out_of_order':
      return `Event ${revision} is in the wrong place of the log.`;
  }
}

const short = (hash: string): string => hash.slice(0, DIGITS);

/** Joins revisions as a person would: `2, 4 to 7`. */
export function revisionsText(revisions: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const revision of [...new Set(revisions)].toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run !== undefined && run[1] === revision - 1) run[1] = revision;
    else runs.push([revision, revision]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}

const HEADS: Readonly<Record<ReportState, string>> = {
  whole: 'whole',
  repaired: 'repaired, and open again',
  ended: 'ended by the operator',
  repairable: 'can be repaired',
  closed: 'stays closed',
};

/** Returns the lines about one stream. */
export function reportText(report: StreamReport): string {
  const { stream, state, findings, message } = report;
  const done = state === 'repaired' || state === 'ended';
  const lines = [
    ...findings.map(findingText),
    ...changesText(report, done),
    ...(state === 'closed' ? helpText(report) : []),
    ...keptText(report, done),
    ...(message === null ? [] : [message]),
  ];
  const head = state === 'repairable' && report.end !== null ? 'can be ended' : HEADS[state];
  return [`${stream}: ${head}${missingText(report)}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Names the first missing event of a stream that stays closed because of it. */
function missingText({ state, hindrance, stop, findings }: StreamReport): string {
  const isMissing = findings.some(
    ({ revision, kind }) => revision === stop && (kind === 'deleted' || kind === 'cut'),
  );
  return state === 'closed' && hindrance === 'lost' && isMissing ? `: event ${stop} is missing` : '';
}

function changesText({ removed, putBack, outOfOrder, end }: StreamReport, done: boolean): readonly string[] {
  const lines: string[] = [];
  const back = new Set(putBack.map(({ revision }) => revision));
  const gone = removed.filter((revision) => !back.has(revision));
  const [was, ends] = done ? ['Was', 'ended'] : ['Would be', 'would end'];
  if (gone.length > 0) lines.push(`${was} taken out: ${revisionsText(gone)}.`);
  for (const from of new Set(putBack.map((one) => one.from))) {
    const revisions = putBack.filter((one) => one.from === from).map(({ revision }) => revision);
    const source = from === 'store' ? 'bytes in the store' : from;
    lines.push(`${was} put back from ${source}: ${revisionsText(revisions)}.`);
  }
  if (outOfOrder.length > 0) lines.push(`${was} moved in the log: ${revisionsText(outOfOrder)}.`);
  if (end !== null)
    lines.push(
      end.last === null
        ? `The stream ${ends} before its first event, for good.`
        : `The stream ${ends} behind event ${end.last.revision}, for good.`,
    );
  return lines;
}

/** Names the kept reports that never go into the stream. Nobody else tells the operator of this money. */
function keptText({ kept }: StreamReport, done: boolean): readonly string[] {
  if (kept.length === 0) return [];
  const never = done ? 'are never recorded' : 'would never be recorded';
  return [
    `Reports that came while the stream was closed ${never}, because it ${done ? 'is ended' : 'would end'}. Look at payments at the provider, and answer disputes yourself:`,
    ...kept.map((report) => `  ${keptReportText(report)}`),
  ];
}

/** Says what helps a stream that stays closed. */
function helpText({ stream, hindrance, stop, branches }: StreamReport): readonly string[] {
  const isTrust = stream.startsWith(TRUST_PREFIX);
  const nextPart = `Begin the next part of the trust stream: siegel log:repair ${stream} --begin-part --reason '…'`;
  switch (hindrance) {
    case 'lost':
      return [
        `The bytes of event ${stop} are not at hand. Give a backup, an event file or an evidence bundle that has them: --from <file>.`,
        isTrust
          ? `If they can be had no more: ${nextPart}`
          : `If they can be had no more, end the stream before event ${stop} for good: --end.`,
      ];
    case 'forked':
      return [
        `This service wrote several events at revision ${stop}. Choose the one that counts:`,
        ...branches.map(
          ({ hash, type, from }) =>
            `  --branch ${short(hash)}  ${type ?? 'an event'}, ${from === 'nowhere' ? 'of which only a leaf is known' : `in ${from === 'store' ? 'the store' : from}`}`,
        ),
      ];
    case 'receipt':
      return [
        'Somebody holds a receipt of this service for an event that neither a MAC nor a leaf vouches for. It is taken out only if you end the stream: --end.',
      ];
    case 'store':
      return [
        isTrust
          ? `Nothing can be taken out of EventStoreDB. ${nextPart}`
          : 'Nothing can be taken out of EventStoreDB. What is genuine stays provable if you end the stream behind it for good: --end.',
      ];
    case 'tree':
      return [
        'Rows of the tree over the log (log_leaves, log_nodes) are missing or were changed, so nobody knows which of these events are genuine. Restore those rows first, from a backup or with siegel log:adopt (docs/operations/repairing-a-stream.md, The tree has missing rows).',
      ];
    case null:
      return [];
  }
}

const COUNTED: readonly [ReportState, string][] = [
  ['repaired', 'repaired'],
  ['whole', 'whole'],
  ['ended', 'ended'],
  ['repairable', 'can be repaired'],
  ['closed', 'stay closed'],
];

/** Returns the last lines: how many streams are in which state, and what to do next. */
export function summaryText(summary: RepairSummary, hasReason: boolean): string {
  const total = Object.values(summary).reduce((sum, count) => sum + count, 0);
  const counts = COUNTED.flatMap(([state, words]) =>
    summary[state] === 0 ? [] : `${summary[state]} ${words}`,
  );
  const lines = total > 1 ? [`${total} streams: ${counts.join(', ')}.`] : [];
  if (!hasReason)
    lines.push(
      summary.repairable > 0
        ? "Nothing was changed. To do it, run the same command with --reason '…'."
        : 'Nothing was changed.',
    );
  return lines.join('\n');
}

export const isAllOpen = ({ closed, repairable }: RepairSummary): boolean => closed === 0 && repairable === 0;
