import { NO_HASH } from '../../../eventsourcing/journal/chain.js';
import { canonicalJson } from '../../../platform/crypto/canonical-json.js';
import type { Change } from './changes.js';
import { OPERATOR, sampleContent, sampleLog, SAMPLES } from './sample-bundles.js';
import { created, STREAM } from './sample-histories.js';
import { sha256, signedReceipt } from './sample-log.js';
import { saltOf, type SampleEvent, storedAt, type StoredSample } from './sample-stream.js';
import { changesOf } from './vector.js';

/** Building blocks for the vectors about a bundle's content. */

export const of = changesOf('in-person.zip');
export const unfinished = changesOf('unfinished.zip');
export const one = changesOf('one-event.zip');
export const old = changesOf('remote-format-1.zip');
export const erased = changesOf('erased.zip');
export const twice = changesOf('two-keys.zip');

export const ZEROS = '0'.repeat(64);
export const HISTORY = SAMPLES['in-person.zip'].history;
export const { events: STORED, log: LOG } = sampleLog(SAMPLES['in-person.zip']);
export const { receipts: RECEIPTS, proofs: PROOFS } = sampleContent(SAMPLES['in-person.zip']);
export const LAST = STORED.length - 1;
export const ALL = [...STORED.keys()];

/**
 * Returns item `n` of a list in the sample bundle. Throws if there is no such item, because the vector would
 * then be wrong.
 */
export const at = <Item>(items: readonly Item[], n: number): Item => {
  const item = items[n];
  if (item === undefined) throw new Error(`the sample has no ${n}`);
  return item;
};

export const lines = (order: readonly number[]): Change => ({ file: 'events.jsonl', lines: order });
export const put = (file: string, path: readonly (string | number)[], value: unknown): Change => ({
  file,
  path,
  value,
});
export const gone = (file: string, path: readonly (string | number)[]): Change => ({ file, path });
export const inEvent = (event: number, part: 'data' | 'metadata', find: string, to: string): Change => ({
  event,
  part,
  find,
  put: to,
});
export const ofLine = (line: number, member: string, value: unknown): Change => ({
  file: 'events.jsonl',
  line,
  path: [member],
  value,
});

/** Replaces the line of event `n` with the line of another event. The hash of the other event is valid. */
export function rewritten(n: number, event: SampleEvent, previousHash: string): Change {
  return lineWith(n, storedAt(STREAM, event, n, previousHash));
}

/** Replaces the first event. Replaces all openings with the openings of the new first event. */
export function begun(event: SampleEvent): readonly Change[] {
  const stored = storedAt(STREAM, event, 0, NO_HASH);
  return [lineWith(0, stored), put('openings.json', [], stored.openings)];
}

function lineWith(n: number, event: StoredSample): Change {
  const { stream, revision, id, type, data, metadata } = event;
  const line = {
    stream,
    revision,
    id,
    type,
    data: data.toString('base64'),
    metadata: metadata.toString('base64'),
  };
  return { file: 'events.jsonl', line: n, put: canonicalJson(line) };
}

export const hashOf = (n: number): string => at(STORED, n).hash;
export const changed: SampleEvent = { ...at(HISTORY, LAST), open: { by: 'somebody else' } };
export const forked: StoredSample = storedAt(STREAM, changed, LAST, hashOf(LAST - 1));
export const receiptOf = (n: number, change: object): object => {
  const { keyId: _, signature: __, ...statement } = at(RECEIPTS, n);
  return signedReceipt({ ...statement, ...change }, OPERATOR);
};
export const blindOf = (n: number): string =>
  (JSON.parse(at(STORED, n).metadata.toString('utf8')) as { blind: string }).blind;

/** Makes the creation event disclose an arbitrary text, with a commitment that covers the text. */
export function disclosing(disclosed: object): readonly Change[] {
  const salt = saltOf(`${STREAM} 0 ${created.type}`);
  const text = canonicalJson(disclosed);
  const commitments = { personal: sha256(salt, text).toString('hex') };
  const opening = { part: 'personal', revision: 0, salt: salt.toString('base64'), state: 'opened', text };
  return [...begun({ ...created, commitments }), put('openings.json', [], [opening])];
}
