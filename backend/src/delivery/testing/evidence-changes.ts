import { createHash } from 'node:crypto';
import { canonicalJson } from '@siegel/contracts/evidence/canonical';
import {
  evidenceAgreementCommitment,
  evidenceContentHash,
  evidenceEventHash,
} from '@siegel/contracts/evidence/event-hash';
import type { Evidence, EvidenceEvent, ShownEvent, WithheldEvent } from '@siegel/contracts/evidence/evidence';

/** True for an event with content, in either format. */
export const isShown = (event: EvidenceEvent): event is ShownEvent => 'core' in event;

/** Returns the evidence after a forbidden change, as canonical JSON. */
export function changed(
  { text }: { readonly text: string },
  change: (evidence: Evidence) => unknown,
): string {
  const copy = JSON.parse(text) as Evidence;
  change(copy);
  return canonicalJson(copy);
}

/** A path: member names and indexes, outermost first. */
type Path = readonly (string | number)[];

/** Returns the paths of all texts and numbers except those that are only for human readers. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return path[0] === 'about' ? [] : [path];
  return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]));
}

const changedValue = (old: unknown): unknown =>
  typeof old === 'number'
    ? old + 1
    : typeof old === 'boolean'
      ? !old
      : typeof old === 'string'
        ? `${old}x`
        : 'x';

/** Returns copies of the evidence. In each of them a single value is changed. */
export function changedFields(original: { readonly text: string }): { path: Path; text: string }[] {
  return leaves(JSON.parse(original.text)).map((path) => ({
    path,
    text: changed(original, (copy) => {
      const last = path.at(-1) ?? '';
      const parent = path
        .slice(0, -1)
        .reduce<Record<string, unknown>>(
          (of, key) => of[key] as Record<string, unknown>,
          copy as unknown as Record<string, unknown>,
        );
      parent[last] = changedValue(parent[last]);
    }),
  }));
}

/** Returns the forged event with hashes that match it. */
function rehashed(stream: string, event: EvidenceEvent): EvidenceEvent {
  if (isShown(event) && 'blind' in event) {
    const said = { ...event, data: event.data.replace('{"open":{', '{"open":{"forged":true,') };
    const content = evidenceContentHash(said);
    return { ...said, content, hash: evidenceEventHash(stream, { ...said, content }) };
  }
  if ('content' in event) {
    const link = { ...event, content: 'f'.repeat(64) };
    return { ...link, hash: evidenceEventHash(stream, link) };
  }
  return { ...event, hash: 'f'.repeat(64) };
}

type Events = readonly EvidenceEvent[];
const WAYS = {
  dropped: (events: Events, at: number) => events.toSpliced(at, 1),
  'dropped, the others counted anew': (events: Events, at: number) =>
    events.toSpliced(at, 1).map((event, revision) => ({ ...event, revision })),
  'exchanged with the next': (events: Events, at: number) => {
    const next = (at + 1) % events.length;
    const [one, other] = [events[at], events[next]] as [EvidenceEvent, EvidenceEvent];
    return events.with(at, { ...other, revision: at }).with(next, { ...one, revision: next });
  },
  doubled: (events: Events, at: number) => events.toSpliced(at, 0, events[at] as EvidenceEvent),
  'hashed anew': (events: Events, at: number, stream: string) =>
    events.with(at, rehashed(stream, events[at] as EvidenceEvent)),
} as const;
export type WayOfChange = keyof typeof WAYS;
const ALL_WAYS = Object.keys(WAYS) as WayOfChange[];

/**
 * Returns copies of the evidence. In each copy one event is changed in one way. Withheld events and the last
 * event are changed too.
 */
export function changedEvents(
  original: { readonly text: string },
  ways: readonly WayOfChange[] = ALL_WAYS,
): { how: WayOfChange; at: number; text: string }[] {
  const { events, stream } = JSON.parse(original.text) as Evidence;
  return ways.flatMap((how) =>
    events.map((_event, at) => ({
      how,
      at,
      text: changed(original, (copy) => Object.assign(copy, { events: WAYS[how](events, at, stream) })),
    })),
  );
}

/**
 * Changes the events and recomputes the whole chain over them. A forger can do this without being able to
 * make the seal. All events have format 2.
 */
export const rechained = (
  original: { readonly text: string },
  change: (events: EvidenceEvent[]) => readonly EvidenceEvent[],
): string =>
  changed(original, (copy) => {
    let previousHash = '0'.repeat(64);
    const events = change([...copy.events]).map((event, revision) => {
      const content = isShown(event) ? evidenceContentHash(event) : (event as WithheldEvent).content;
      const link = { ...event, revision, content, previousHash };
      previousHash = evidenceEventHash(copy.stream, link);
      return { ...link, hash: previousHash };
    });
    Object.assign(copy, { events, asOfRevision: events.length - 1 });
  });

const sha256 = (...parts: readonly (string | Uint8Array)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

/** Returns evidence of an agreement with another text and another Party 2. All commitments fit the new text. */
function withOtherText(original: { readonly text: string }): string {
  const { agreement, parties, events } = JSON.parse(original.text) as Evidence;
  const { disclosed, data } = events[0] as ShownEvent;
  const { agreementSalt, ideaTitle } = disclosed?.personal ?? {};
  const others = { ideaTitle: 'Eine andere Idee', party2Name: 'Frieda Fremd' };
  const document = agreement.document
    .replaceAll(String(ideaTitle), others.ideaTitle)
    .replaceAll(parties[1].name, others.party2Name);
  const hash = sha256(document);
  const commitment = evidenceAgreementCommitment(Buffer.from(String(agreementSalt), 'base64'), hash);
  const personal = { ...disclosed?.personal, ...others, agreementHash: hash };
  const salt = disclosed?.salt ?? '';
  const { open, commitments } = JSON.parse(data) as {
    open: { agreementCommitment: string };
    commitments: { personal: string };
  };
  const committed = (text: string): string =>
    text
      .replace(open.agreementCommitment, commitment)
      .replace(commitments.personal, sha256(Buffer.from(salt, 'base64'), canonicalJson({ personal })));
  const text = changed(original, (copy) => {
    const said = events.map((event) => (isShown(event) ? { ...event, data: committed(event.data) } : event));
    Object.assign(copy, {
      agreement: { ...agreement, document, hash },
      parties: [parties[0], { ...parties[1], name: others.party2Name }],
      events: said.with(0, { ...(said[0] as ShownEvent), disclosed: { salt, personal } }),
    });
  });
  return rechained({ text }, (all) => all);
}

/** Recomputed chains without contradictions. Only the seal can distinguish them from the original chain. */
export const consistentForgeries = (original: {
  readonly text: string;
}): { name: string; text: string }[] => [
  {
    name: 'another event withheld at the end',
    text: rechained(original, (events) => [
      ...events.slice(0, -1),
      { ...(events.at(-1) as WithheldEvent), content: 'f'.repeat(64) },
    ]),
  },
  { name: 'the last event left out', text: rechained(original, (events) => events.slice(0, -1)) },
  {
    name: 'an event more at the end',
    text: rechained(original, (events) => [...events, events.at(-1) as EvidenceEvent]),
  },
  {
    name: 'another cause of the creation',
    text: rechained(original, (events) => {
      const created = events[0] as ShownEvent;
      return events.with(0, { ...created, core: created.core.replace('"causedBy":null', '"causedBy":"x"') });
    }),
  },
  { name: 'another text, another Party 2', text: withOtherText(original) },
];
