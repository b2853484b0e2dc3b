import type { Pool, PoolClient } from 'pg';
import type { StoredLog } from '../eventsourcing/event-store/event-store.js';
import { type AcceptedPlace, type Adoption, encodeAdoption } from '../eventsourcing/trust/adoption.js';
import { type Accepts, ACCEPTS_NOTHING } from '../eventsourcing/trust/closed-streams.js';
import { isCheckpointPlace, placeName } from '../eventsourcing/trust/place-names.js';
import { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import type { Clock } from '../platform/time/clock.js';
import type { PublicKeyRecord } from '../vault/public-key-record.js';
import type { Receipts } from '../vault/receipts.js';
import { type AdoptionInUse, allBefore, isOutdated } from './adoption-in-use.js';
import { Acceptances } from './adoption/acceptances.js';
import { type BrokenPlace, BrokenPlaces } from './adoption/broken-places.js';
import { checkTree } from './adoption/check-tree.js';
import { correctRows } from './adoption/correct-rows.js';
import type { Judged } from './adoption/judge-events.js';
import { judgeLog } from './adoption/judge-log.js';
import type { LeafMacs } from './adoption/leaf-macs.js';
import { reasonOf } from './adoption/reason-of.js';
import { OutsideClaims, rootOf } from './adoption/outside-claims.js';
import { sealAdopted } from './adoption/seal-adopted.js';
import { reportLostLeaves, type Survey, survey } from './adoption/survey.js';
import { fitsTree } from './fits-tree.js';
import type { LeafNames } from './leaves.js';
import type { SignedCheckpoint } from './signed-checkpoints.js';
import type { TreeEdge } from './merkle-tree.js';
import { type StoredHead, TreeSeals } from './tree-seals.js';

/** The operator's decisions. */
export interface Decisions {
  readonly accept: readonly AcceptedPlace[];
  /** Names of keys whose MACs count only below the adopted size from now on. */
  readonly retire: readonly string[];
  /** Names of keys that are lost, so nobody can check their MACs. Needs `checkpoints`. */
  readonly lostKeys: readonly string[];
  /** Checkpoints that the operator kept outside of the service. */
  readonly checkpoints: readonly SignedCheckpoint[];
  readonly reason: string | null;
}

export interface AdoptParts {
  readonly pool: Pool;
  /** Must read from the store, not from memory. */
  readonly store: Pick<StoredLog, 'readStream' | 'readAll'>;
  readonly streamPrefixes: readonly string[];
  readonly isOwnStream: (stream: string) => boolean;
  readonly appendKeys: ConstructorParameters<typeof AppendKeys>[1];
  readonly log: string;
  /** The statement of the adoption before this one. */
  readonly former: Adoption | undefined;
  /** Names of keys that were retired before an older state was restored. They are retired again. */
  readonly retiredEarlier?: readonly string[] | undefined;
  /** Digests of all earlier statements that are known outside of `former`. */
  readonly earlier?: readonly string[] | undefined;
  readonly inUse?: AdoptionInUse | undefined;
  /** The keys that this service vouches for. */
  readonly ownKeys: readonly PublicKeyRecord[];
  readonly receipts: Pick<Receipts, 'keyId' | 'sign'>;
  readonly clock: Clock;
  /** The newest checkpoint that this backend saw, and kept outside of the database. */
  readonly kept?: SignedCheckpoint | undefined;
  readonly decisions: Decisions;
  /** True for a finding that follows from a repair. By default nothing was repaired. */
  readonly isKnown?: Accepts | undefined;
  /** Called with all findings before anything is signed. */
  readonly onFindings: (findings: AdoptionFindings) => void;
  /** Called with what is done, and with how much of it. */
  readonly onProgress: (what: string, count: number) => void;
  /**
   * Rejects if a backend runs. Called in each transaction that seals the tree or removes leaves, because a backend
   * may have started since the adoption began.
   */
  readonly requireAlone?: (client: PoolClient) => Promise<void>;
  readonly batchSize?: number;
}

/** The findings of an adoption, whether or not it adopted anything. */
export interface AdoptionFindings {
  readonly judged: Judged;
  readonly uncovered: Survey['uncovered'];
  /** The events that keep counting although their key is retired now. */
  readonly retiring: Survey['retiring'];
  /** Number of leaves that the newest checkpoint covered before the adoption. */
  readonly covered: number;
  /** Broken places that the operator accepted, in this or an earlier adoption. */
  readonly tolerated: readonly BrokenPlace[];
  /** Number of nodes of the tree that were wrong and were computed again. */
  readonly nodes: number;
  /** Number of rows of leaves that were removed: those that this service did not write, and those behind them. */
  readonly foreign: number;
  /** Number of leaves whose rows were missing, and that were put back from the log. */
  readonly putBack: number;
  /** Names of keys that were retired earlier, and that the present statement does not retire. */
  readonly retiredAgain: readonly string[];
}

export type AdoptionResult = AdoptionFindings &
  (
    | { readonly adopted: false; readonly open: readonly BrokenPlace[] }
    | {
        readonly adopted: true;
        readonly size: number;
        /** The text for LOG_ADOPTED. Undefined if no statement is needed, or if the present one still says all. */
        readonly statement: string | undefined;
      }
  );

/** Thrown if the operator named something that does not exist. Nothing was adopted. */
export class DecisionInvalid extends OperatorError {}

/**
 * Adopts a log (rule:log-is-adopted). Brings the tree to the end of the log, verifies tree and events, and
 * makes the statement for LOG_ADOPTED if the operator accepts each broken place. Otherwise it returns the
 * places. Reads the log twice and the tree once. Writes a MAC into each row of a leaf that has none, or one
 * of a key that is not accepted any more. No backend may run.
 *
 * It can be interrupted at any time and run again: until the statement exists, it only removes the end of the
 * tree from the first row on that this service did not write (`removeForeignLeaves`), puts deleted leaves back
 * (`putLeavesBack`), appends leaves of events that count, in the order of the log, names leaves after their
 * events, and signs a checkpoint.
 * @throws DecisionInvalid, TreeUnusable, FormerAdoptionUnfit, TreeDisturbed, TooManyBroken,
 * EventStoreUnavailable
 */
export async function adoptLog(parts: AdoptParts): Promise<AdoptionResult> {
  const { former, decisions, kept, onProgress } = parts;
  const { keys, retired, again } = keysOf(parts);
  const before = new TreeSeals(keys);
  const after = new TreeSeals(new AppendKeys(parts.log, parts.appendKeys, retired));
  const macs: LeafMacs = { before: before.leaves, after: after.leaves };
  const outside = [...decisions.checkpoints, ...(kept === undefined ? [] : [kept])];
  const { stored, ...corrected } = await correctRows({ ...parts, keys, before, after, outside });
  const acceptances = await Acceptances.of(parts, before.leaves);
  const places = new BrokenPlaces(acceptances.places, (place, hash) => acceptances.isOutdated(place, hash));
  const claims = new OutsideClaims(former, outside, places);
  const tree = await checkTree({
    ...parts,
    claims,
    places,
    onProgress: (leaves) => onProgress('leaves', leaves),
  });
  // Only now the stored nodes are those of the leaves.
  const fitting = await before.fitting(parts.pool);
  const sealed = fitting?.mac === undefined ? undefined : fitting.head;
  const covered = tree.newest?.size ?? 0;
  const { size } = tree.edge;
  const found = await survey(
    {
      ...parts,
      macs,
      retiring: [...decisions.retire, ...again],
      onProgress: (events) => onProgress('events found', events),
    },
    { size, covered },
  );
  const isFromBefore = former === undefined && stored.mac === undefined && found.marked === 0;
  const names = isFromBefore ? namesFromBefore(before.leaves) : before.leaves;
  const { isKnown = ACCEPTS_NOTHING } = parts;
  await reportLostLeaves({ ...parts, macs, names, places, isKnown }, found, size);
  const { edge, judged } = await judgeLog(
    {
      ...parts,
      keys,
      names,
      macs,
      places,
      size,
      leafed: found.leafed,
      isKnown,
      coveredByKept: claims.covered(kept),
      lostKeys: new Set(decisions.lostKeys),
      coveredForLostKeys: Math.max(0, ...decisions.checkpoints.map((one) => claims.covered(one) ?? 0)),
      vouched: isFromBefore ? size : await vouchedIn(parts, stored, covered),
      seals: after,
      grew: (grown) => claims.compare(grown),
      onJudged: (events) => onProgress('events verified', events),
    },
    { edge: tree.edge, sealed },
  );
  // Other places are reported first, because the tree lacks the leaves behind them.
  if (!places.isAnyUnaccepted) claims.end();
  requireKnown(places, decisions);
  const findings = {
    judged,
    uncovered: found.uncovered,
    retiring: found.retiring,
    covered,
    tolerated: places.tolerated,
    nodes: tree.nodes,
    ...corrected,
    retiredAgain: again,
  };
  parts.onFindings(findings);
  if (places.isAnyUnaccepted) return { ...findings, adopted: false, open: places.open };
  await sealAdopted(parts, after, edge, tree);
  const statement = statementOf(parts, { keys, retired, again }, { edge, judged }, acceptances);
  return { ...findings, adopted: true, size: edge.size, statement };
}

/**
 * In a log from before APPEND_KEY no leaf has a MAC, so the names in their rows are all that is known of lost
 * events. In any other log, somebody may have renamed a leaf without a MAC.
 */
const namesFromBefore = (seals: LeafNames): LeafNames => ({
  isNamed: (leaf) => leaf.mac === null || seals.isNamed(leaf),
});

interface AdoptionKeys {
  /** The keys without those that an earlier adoption retired. */
  readonly keys: AppendKeys;
  /** All retired keys, including those that this adoption retires. */
  readonly retired: readonly string[];
  /** Those that nobody names now. */
  readonly again: readonly string[];
}

/** @throws DecisionInvalid */
function keysOf({ log, appendKeys, former, decisions, retiredEarlier = [] }: AdoptParts): AdoptionKeys {
  const keys = new AppendKeys(log, appendKeys, former?.retired);
  const { retire, lostKeys } = decisions;
  const unknown = retire.find((name) => !keys.names.includes(name));
  if (unknown !== undefined)
    throw new DecisionInvalid(
      `APPEND_KEY has no key ${unknown} that could be retired. Its keys are ${keys.names.join(', ')}. A key that is lost is adopted with --key-lost.`,
    );
  const known = lostKeys.find((name) => keys.names.includes(name));
  if (known !== undefined)
    throw new DecisionInvalid(`The key ${known} is not lost: APPEND_KEY has it. To retire it, use --retire.`);
  const named = new Set([...(former?.retired ?? []), ...retire, ...lostKeys]);
  const again = retiredEarlier.filter((name) => keys.names.includes(name) && !named.has(name));
  const retired = [...named, ...again];
  const [newest = ''] = keys.names;
  if (retired.includes(newest))
    throw new DecisionInvalid(
      `The key ${newest} is the first one in APPEND_KEY, with which the service writes. Put a new key in front of it first.`,
    );
  return { keys, retired, again };
}

/**
 * Returns the number of leaves that are those of this service for certain: a tree with its MAC has them, a
 * checkpoint that one of its keys signed covers them, or they were adopted before.
 */
async function vouchedIn(
  { pool, former }: Pick<AdoptParts, 'pool' | 'former'>,
  { sealed }: Pick<StoredHead, 'sealed'>,
  covered: number,
): Promise<number> {
  const edge = sealed?.edge;
  const isFitting = edge !== undefined && (await fitsTree(pool, { size: edge.size, root: rootOf(edge) }));
  return Math.max(covered, former?.size ?? 0, isFitting ? edge.size : 0);
}

/**
 * A checkpoint may be named that only another backend kept.
 * @throws DecisionInvalid if the operator names a place that does not exist
 */
function requireKnown(places: BrokenPlaces, { accept }: Decisions): void {
  const named = new Set(accept.filter((place) => !isCheckpointPlace(place)).map(placeName));
  const unknown = places.unknown.map(placeName).filter((name) => named.has(name));
  if (unknown.length > 0)
    throw new DecisionInvalid(
      `Neither the log nor its tree has ${unknown.slice(0, 5).join(', ')}${unknown.length > 5 ? ` and ${unknown.length - 5} more` : ''}. Nothing was adopted.`,
    );
}

/** Returns the text for LOG_ADOPTED. Undefined if no statement is needed, or if the present one still says all. */
function statementOf(
  parts: AdoptParts,
  { keys, retired, again }: AdoptionKeys,
  { edge, judged }: { readonly edge: TreeEdge; readonly judged: Judged },
  acceptances: Acceptances,
): string | undefined {
  const adoption: Adoption = {
    log: parts.log,
    size: edge.size,
    root: rootOf(edge),
    accepted: acceptances.after(edge.size),
    retired,
    reason: reasonOf(parts.former, parts.decisions.reason, again),
    earlier: allBefore(parts.inUse, parts.earlier),
  };
  const isChanged = acceptances.isAnyNew || isNeeded(parts, adoption, judged);
  return isChanged ? encodeAdoption(adoption, keys) : undefined;
}

/** True if the adoption says anything but acceptances that the keys and the present statement do not say. */
function isNeeded(parts: AdoptParts, { retired }: Adoption, judged: Judged): boolean {
  const { former, decisions, inUse, earlier } = parts;
  if (decisions.lostKeys.length > 0 || retired.length > (former?.retired.length ?? 0)) return true;
  if (isOutdated(inUse, earlier)) return true;
  return former === undefined && judged.adopted > 0;
}
