import type { Pool, PoolClient } from 'pg';
import { pause } from '../platform/async/pause.js';
import { Unavailable } from '../platform/errors/unavailable.js';
import { transaction } from '../platform/postgres/pool.js';
import { readCheckpoint } from '../eventsourcing/subscriptions/checkpoints.js';
import { CHECKPOINTER } from './checkpointer-name.js';
import { checkpointToContinue } from './checkpoint-to-continue.js';
import { fitsTree } from './fits-tree.js';
import { leavesFrom, type NamedLeaf } from './leaves.js';
import {
  type ComparingParts,
  faultsOfLeaves,
  type FoundLeaves,
  type LeafFaults,
  leavesToSign,
  positionOf,
  type SignedEnd,
  storedLeaves,
} from './leaves-to-sign.js';
import { EMPTY_ROOT, TreeEdge } from './merkle-tree.js';
import { newestCheckpoint, type SignedCheckpoint } from './signed-checkpoints.js';
import { treeSize } from './stored-tree.js';
import { areForksSealed, isSame, type StoredHead, storedEdge } from './tree-seals.js';
import type { TreeParts } from './tree-parts.js';
import { endTerm, nameLeaves, replaceNodes, truncateTree } from './truncate-tree.js';

/**
 * Thrown if the tree does not begin with the last signed tree. Signing such a tree would break the promise
 * that the log only grows.
 */
export class TreeNotContinued extends Unavailable {
  constructor() {
    super(
      'The tree over the log does not continue the newest checkpoint, so the service signs no further checkpoint. `siegel verify:log` says what is broken.',
    );
  }
}

/** Thrown if the tree does not stay as the service corrects it, for instance because a trigger drops rows. */
export class TreeUnwritable extends Unavailable {
  constructor() {
    super(
      'The tree over the log is another one each time the service has corrected it, so the service signs no further checkpoint. Does the database have triggers on log_leaves, log_nodes, log_forks, log_tree or checkpoints? The service makes none. See SiegelTamperingFound in docs/operations.md.',
    );
  }
}

/**
 * Number of attempts to correct the tree. Each failed one means that the tree was changed meanwhile. An attempt
 * does not count if another process signed a larger tree meanwhile, because then the log goes on.
 */
const TRIES = 10;
/** Maximum pause between two attempts. The pause is random, so that processes do not meet again. */
const PAUSE_MS = 100;

/** Key of the advisory lock under which one process at a time signs a checkpoint or rebuilds the tree. */
const SIGNING_LOCK = 1_795_000_600;

/** Size and root of the tree that a checkpoint covers, as the checkpoint's row claims. */
type Signed = Pick<SignedCheckpoint, 'size' | 'root'>;
const NOTHING: Signed = { size: 0, root: EMPTY_ROOT.toString('hex') };

/** The part of the tree behind the checkpoint that the next one continues. */
interface InspectedTree extends FoundLeaves {
  readonly before: SignedCheckpoint | undefined;
  /** The term of the checkpointer at the time of the inspection. */
  readonly term: number | undefined;
  readonly stored: StoredHead;
  /**
   * True if the leaves are those over which the service made the MAC of the tree. Otherwise this object
   * describes the leaves up to the first one that the service did not write.
   */
  readonly isSealed: boolean;
  /** Faults of the leaves that stay. */
  readonly faults: LeafFaults;
  /** True if the rows of the forks are those over which the service made the MAC. */
  readonly areForksSealed: boolean;
}

/**
 * Compares the tree behind the newest checkpoint with its MAC, and with the events in the store.
 * @throws TreeNotContinued if the tree does not begin with the tree of the newest checkpoint
 * @throws CheckpointNotOurs, CheckpointBehind, EventStoreUnavailable
 */
async function inspectTree(parts: TreeParts): Promise<InspectedTree> {
  const { pool, tree } = parts;
  const before = await checkpointToContinue(parts);
  const term = await termNow(pool);
  const stored = await tree.seals.read(pool);
  const from = await signedEnd(parts, before ?? NOTHING);
  const all = await storedLeaves(pool, from, stored.leaves);
  const isSealed = all.edge.size === stored.leaves && isSame(all.edge, stored.sealed?.edge);
  const staying: FoundLeaves = isSealed
    ? { ...all, position: from.position, foreign: undefined }
    : await leavesToSign(comparing(parts), from, stored.leaves);
  const faults = await faultsOfLeaves(comparing(parts), from, staying.edge.size);
  return { before, term, stored, areForksSealed: areForksSealed(stored), ...staying, isSealed, faults };
}

const termNow = async (pool: Pool): Promise<number | undefined> =>
  (await readCheckpoint(pool, CHECKPOINTER))?.epoch;

const comparing = ({ pool, log, tree }: Pick<TreeParts, 'pool' | 'log' | 'tree'>): ComparingParts => ({
  pool,
  log,
  names: tree.seals.leaves,
  isAccepted: ({ eventHash }, { stream, revision }) => tree.accepts(stream, revision, 'missing', eventHash),
});

/** @throws TreeNotContinued */
async function signedEnd({ pool, log, tampering }: TreeParts, { size, root }: Signed): Promise<SignedEnd> {
  const edge = size === 0 ? TreeEdge.empty() : await storedEdge(pool, size);
  const [last] = size === 0 ? [] : await leavesFrom(pool, size - 1, 1);
  const isThere = size === 0 || last?.place === size - 1;
  if (!isThere || edge?.root().toString('hex') !== root) {
    tampering.found('tree', { size });
    throw new TreeNotContinued();
  }
  return { edge, position: await positionOf(log, last) };
}

/** Thrown if the tree changed since it was inspected, or does not stay as it is corrected. */
class Superseded extends Error {}

/**
 * Why an attempt failed.
 * - `overtaken`: another process signed a larger tree
 * - `changed`: the tree or the newest checkpoint changed otherwise
 */
type Missed = 'overtaken' | 'changed';

/**
 * Runs the work in one transaction and in one process at a time. Changes nothing if the newest checkpoint is
 * another one now, or if the work finds the tree changed (`Superseded`).
 */
async function inTurn<Result extends object>(
  pool: Pool,
  { before }: Pick<InspectedTree, 'before'>,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result | Missed> {
  try {
    return await transaction(pool, async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [SIGNING_LOCK]);
      const newest = await newestCheckpoint(client);
      if (newest?.signature === before?.signature) return await work(client);
      return (newest?.size ?? 0) > (before?.size ?? 0) ? 'overtaken' : 'changed';
    });
  } catch (error) {
    if (error instanceof Superseded) return 'changed';
    throw error;
  }
}

/**
 * Inspects the tree, corrects what does not fit its MAC, and calls `use` with the edge of the corrected tree,
 * in one transaction. Reports everything that was not as this service wrote it.
 * @throws TreeNotContinued, TreeUnwritable, CheckpointNotOurs, CheckpointBehind, EventStoreUnavailable
 */
export async function withRepairedTree<Result>(
  parts: TreeParts,
  use: (client: PoolClient, edge: TreeEdge, before: SignedCheckpoint | undefined) => Promise<Result>,
): Promise<Result> {
  const { of } = await inTries(parts, async () => {
    const found = await inspectTree(parts);
    const result = await inTurn(parts.pool, found, async (client) => {
      await repairTree(parts, client, found);
      return { of: await use(client, found.edge, found.before) };
    });
    if (typeof result === 'object') reportTree(parts, found);
    return result;
  });
  return of;
}

/**
 * Repeats the work until it is done: another process may have changed the tree since it was inspected.
 * @throws TreeUnwritable, and reports the tree, if the work never gets done
 */
async function inTries<Result extends object>(
  { pool, tampering }: Pick<TreeParts, 'pool' | 'tampering'>,
  work: () => Promise<Result | Missed>,
): Promise<Result> {
  for (let tries = 0; tries < TRIES; ) {
    const result = await work();
    if (typeof result === 'object') return result;
    if (result === 'changed') tries += 1;
    await pause(Math.random() * PAUSE_MS);
  }
  tampering.found('tree', { size: await treeSize(pool) });
  throw new TreeUnwritable();
}

/**
 * Rebuilds the tree behind the newest checkpoint and seals it (rule:tree-is-sealed). Leaves of a sealed tree
 * all stay. Otherwise those stay that have a MAC of their own, or an event. The checkpointer begins a new
 * term at the end of the tree. The caller holds the lock (`inTurn`).
 * @returns number of rows that were removed
 * @throws Superseded if another term began since the tree was inspected: somebody else may have rebuilt it
 */
async function truncated(
  { tree }: Pick<TreeParts, 'tree'>,
  client: PoolClient,
  found: InspectedTree,
): Promise<number> {
  if ((await endTerm(client, found.position)) !== found.term) throw new Superseded();
  await nameLeaves(client, tree.seals.leaves, found.faults.misnamed);
  return truncateTree(client, tree.seals, found, found.stored);
}

/**
 * Corrects what does not fit the MAC, and reads it back. The caller holds the lock (`inTurn`).
 * @throws Superseded
 */
async function repairTree(
  parts: Pick<TreeParts, 'tree'>,
  client: PoolClient,
  found: InspectedTree,
): Promise<void> {
  const { edge, isSealed, faults, mismatched } = found;
  if (!isSealed || !found.areForksSealed || found.stored.stray !== undefined)
    await truncated(parts, client, found);
  else {
    await nameLeaves(client, parts.tree.seals.leaves, faults.misnamed);
    await replaceNodes(client, mismatched);
  }
  const tree = { size: edge.size, root: edge.root().toString('hex') };
  if (!(await fitsTree(client, tree))) throw new Superseded();
  await requireFitting(parts, client);
}

/** @throws Superseded if the tree does not fit its MAC, for instance because a trigger drops what was written */
async function requireFitting({ tree }: Pick<TreeParts, 'tree'>, client: PoolClient): Promise<void> {
  if ((await tree.seals.fitting(client)) === undefined) throw new Superseded();
}

/** Reports everything by which the tree differs from what this service wrote. */
function reportTree(
  { tampering }: Pick<TreeParts, 'tampering'>,
  { isSealed, faults, areForksSealed: areSealed, foreign, mismatched, edge, stored }: InspectedTree,
): void {
  const { missing, nameless, misnamed } = faults;
  const [renamed] = misnamed;
  // Nobody knows what a row belongs to that the service did not write, so no stream is named.
  if (foreign !== undefined) tampering.found('leaf_without_event', { place: foreign.place });
  if (stored.stray !== undefined && stored.stray !== foreign?.place)
    tampering.found('leaf_without_event', { place: stored.stray });
  if (renamed !== undefined) tampering.found('leaf_without_event', placeOf(renamed));
  if (nameless !== undefined) tampering.found('leaf_without_event', { place: nameless.place });
  if (missing !== undefined) tampering.found('event_missing', placeOf(missing));
  if (mismatched.length > 0) tampering.found('tree', { size: edge.size });
  const isNew = stored.leaves === 0 && stored.mac === undefined && stored.forks.length === 0;
  const isForeign = foreign !== undefined || stored.stray !== undefined;
  const isUnsealed = isSealed ? !areSealed : !isForeign && mismatched.length === 0;
  if (isUnsealed && !isNew) tampering.found('tree_seal', { size: edge.size });
}

const placeOf = ({ place, stream, revision }: NamedLeaf) => ({ place, stream, revision });

/**
 * Rebuilds a tree that does not fit its MAC. Afterwards the checkpointer begins a new term at the end of the
 * tree. A tree without any leaf is rebuilt from the first event, even if checkpoints were signed before. The
 * next checkpoint is signed only if the new tree continues the newest one.
 * @param options `isRefused`: true if rows refused new leaves although the tree fits its MAC
 * @throws TreeNotContinued if leaves that a checkpoint covers are lost or changed
 * @throws TreeUnwritable, CheckpointNotOurs, CheckpointBehind, EventStoreUnavailable
 */
export async function renewTree(parts: TreeParts, { isRefused = false } = {}): Promise<void> {
  const { found, removed } = await inTries(parts, async () => {
    const inspected = await inspectedOrEmpty(parts);
    return inTurn(parts.pool, inspected, async (client) => {
      const rows = await truncated(parts, client, inspected);
      await requireFitting(parts, client);
      return { found: inspected, removed: rows };
    });
  });
  reportTree(parts, found);
  // The checkpointer that was refused leads, so no leaf was added since the tree was inspected.
  if (isRefused && found.isSealed && removed > 0) parts.tampering.found('tree', { size: found.edge.size });
}

async function inspectedOrEmpty(parts: TreeParts): Promise<InspectedTree> {
  const { pool, tree } = parts;
  const term = await termNow(pool);
  const stored = await tree.seals.read(pool);
  if (stored.leaves > 0) return inspectTree(parts);
  const edge = TreeEdge.empty();
  const before = await newestCheckpoint(pool);
  const faults = { missing: undefined, misnamed: [], nameless: undefined };
  // A term may have ended before it met the first event: then the empty tree has a MAC, and no leaf is lost.
  const isSealed = before === undefined && stored.sealed?.edge.size === 0;
  const nothing = { position: undefined, foreign: undefined, mismatched: [], isSealed, faults };
  return { ...nothing, edge, before, term, stored, areForksSealed: areForksSealed(stored) };
}
