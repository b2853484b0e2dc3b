import { createHash } from 'node:crypto';
import { hasMembers, isRecord } from '@siegel/contracts/evidence/reading';
import { type Opening, type OpeningPart, OPENINGS, refuse } from './bundle-files.js';
import type { ProvenEvent } from './check-events.js';
import { objectIn } from './spelling.js';

/** A stream with this event discloses none of its sealed data (rule:erasure-destroys-the-key). */
const ERASED = 'NdaErased';

export const isErased = (events: readonly Pick<ProvenEvent, 'name'>[]): boolean =>
  events.some(({ name }) => name === ERASED);

interface Committed {
  readonly revision: number;
  readonly part: OpeningPart;
  readonly commitment: string;
}

/** The opened personal part of the first event; undefined if it is not opened. */
export type Disclosed = Readonly<Record<string, unknown>> | undefined;

/** Verifies disclosed texts against their commitments. Pure. @throws BundleFault */
export function checkOpenings(events: readonly ProvenEvent[], openings: readonly Opening[]): Disclosed {
  const committed = events.flatMap(({ revision, commitments }) =>
    commitments.map((one): Committed => ({ revision, ...one })),
  );
  checkPlaces(committed, openings);
  const erased = isErased(events);
  let disclosed: Disclosed;
  for (const [n, opening] of openings.entries()) {
    const { revision } = opening;
    const one = committed[n] ?? refuse('opening_wrong', OPENINGS, revision);
    if (!isAllowed(opening, erased)) refuse('opening_wrong', OPENINGS, revision);
    if (opening.state !== 'opened') continue;
    const personal = personalIn(opening, one.commitment) ?? refuse('opening_wrong', OPENINGS, revision);
    if (revision === 0) disclosed = personal;
  }
  return disclosed;
}

function checkPlaces(committed: readonly Committed[], openings: readonly Opening[]): void {
  for (let n = 0; n < Math.max(committed.length, openings.length); n += 1) {
    const [wanted, found] = [committed[n], openings[n]];
    if (wanted?.revision === found?.revision && wanted?.part === found?.part) continue;
    if (wanted !== undefined) refuse('opening_missing', OPENINGS, wanted.revision);
    refuse('opening_wrong', OPENINGS, found?.revision);
  }
}

/**
 * An actor's origin is never disclosed. In an erased stream every opening has the state `erased`. In any
 * other stream no opening has this state.
 */
function isAllowed({ part, state }: Opening, erased: boolean): boolean {
  if (erased || state === 'erased') return erased && state === 'erased';
  if (part === 'origin') return state === 'withheld';
  return part === 'whole' || state !== 'withheld';
}

/** Returns undefined if salt and text do not match the commitment (rule:salted-commitment). */
function personalIn(
  { salt, text }: { readonly salt: string; readonly text: string },
  commitment: string,
): Record<string, unknown> | undefined {
  const hash = createHash('sha256').update(Buffer.from(salt, 'base64')).update(text, 'utf8').digest('hex');
  const value = objectIn(text);
  const personal = value?.['personal'];
  const isAlone = value !== undefined && hasMembers(value, ['personal']);
  return hash === commitment && isAlone && isRecord(personal) ? personal : undefined;
}
