import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { ErasureList, type ListedLine } from '../../erasure/erasure-list.js';
import { ListPlaces } from '../../erasure/list-places.js';
import { judgeLine } from '../../erasure/judge-line.js';
import { KnownReceiptKeys } from '../../erasure/known-receipt-keys.js';
import { waitingLines } from '../../erasure/waiting-lines.js';
import { destroyedKeys } from '../../vault/key-table.js';
import { publicKeyOf } from '../../vault/receipts.js';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import { type Check, fault, ok, type Seen, warning } from './check.js';
import type { Given, Opened } from './given.js';

const RESTORE =
  "Restore it from its newest backup (docs/operations/backup.md, 'What was erased stays erased').";

const FORGED =
  'They are left alone. Somebody wrote into the list: keep a copy, then restore it from its newest backup.';
const APPLY =
  "They are from before lines named an event, or from a key that is not known: 'siegel erasures:apply' shows them.";

interface ListOfBackend {
  readonly list: ErasureList;
  readonly receiptKeys: KnownReceiptKeys;
}

/** Of each backend whose DATA_DIR lies in the folder, and of this DATA_DIR; none need have one. */
async function listsIn(
  { dataDir, seeds }: Pick<Asked, 'dataDir' | 'seeds'>,
  folder: string | undefined,
): Promise<readonly [ListOfBackend, ...ListOfBackend[]]> {
  const own = resolve(dataDir);
  const found = folder === undefined ? [] : await readdir(folder, { withFileTypes: true });
  const others = found
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => resolve(folder ?? '', name))
    .filter((path) => path !== own)
    .toSorted();
  const configuredKeys = seeds.map(publicKeyOf);
  const listOf = (path: string): ListOfBackend => ({
    list: new ErasureList(path),
    receiptKeys: new KnownReceiptKeys(path, { configuredKeys }),
  });
  return [listOf(dataDir), ...others.map(listOf)];
}

interface Count {
  readonly path: string;
  readonly lines: number;
}

interface Judged {
  /** How many erasures that the database knows stand on no list. */
  readonly lacking: number;
  readonly damaged: readonly Count[];
  /** Signed by nobody of ours. */
  readonly forged: readonly Count[];
  /** Waiting for the operator's word. */
  readonly waiting: readonly Count[];
}

/** Looks at what came since each list and the database were last compared. @throws OperatorError of one that cannot be read */
async function judge(pool: Pool, lists: readonly ListOfBackend[]): Promise<Judged> {
  const places = new ListPlaces(pool);
  const listed = new Set<string>();
  const [damaged, forged, waiting]: [Count[], Count[], Count[]] = [[], [], []];
  let known = 0;
  const isOurs = ({ erasure }: ListedLine, keys: readonly PublicKeyRecord[]): boolean =>
    judgeLine(erasure, keys) !== 'forged';
  for (const { list, receiptKeys } of lists) {
    const after = await places.find(list);
    const keys = await receiptKeys.all();
    let [unread, foreign, waits] = [0, 0, 0];
    for await (const { lines } of list.read(() => (unread += 1), { after })) {
      const ours = lines.filter((line) => isOurs(line, keys));
      foreign += lines.length - ours.length;
      for (const { erasure } of ours) listed.add(erasure.stream);
    }
    for await (const _ of waitingLines(pool, list, keys)) waits += 1;
    const { path } = list;
    if (unread > 0) damaged.push({ path, lines: unread });
    if (foreign > 0) forged.push({ path, lines: foreign });
    if (waits > 0) waiting.push({ path, lines: waits });
    known = Math.max(known, after.destruction);
  }
  let lacking = 0;
  for await (const keys of destroyedKeys(pool, known))
    lacking += keys.filter(({ subject }) => !listed.has(subject)).length;
  return { lacking, damaged, forged, waiting };
}

interface Asked {
  readonly pool: Pool;
  readonly dataDir: string;
  /** CHECKPOINT_KEY. */
  readonly seeds: readonly Uint8Array[];
}

const told = (counts: readonly Count[], what: string): string =>
  `${counts.map(({ path, lines }) => `${path} has ${lines} lines that ${what}`).join('; ')}.`;

/** @param folder the one in which the backends' DATA_DIRs lie, where that is known */
export async function seeErasures({ pool, ...asked }: Asked, folder: string | undefined): Promise<Seen> {
  const lists = await listsIn(asked, folder);
  const { lacking, damaged, forged, waiting } = await judge(pool, lists);
  if (forged.length > 0) return fault(told(forged, 'this service did not sign'), FORGED);
  if (damaged.length > 0) return warning(told(damaged, 'cannot be read'), RESTORE);
  if (waiting.length > 0) return warning(told(waiting, "wait for the operator's word"), APPLY);
  if (lacking === 0) return ok('What is there can be read, and has every erasure that the database knows.');
  const says =
    lists.length === 1
      ? `${lists[0].list.path} lacks ${lacking} erasures that the database knows: other backends made them, or it was put back.`
      : `${lacking} erasures that the database knows stand on none of ${lists.map(({ list }) => list.path).join(', ')}.`;
  return warning(says, 'The next start of a backend adds to its own list what that lacks.');
}

export const erasuresCheck = (given: Given, opened: Opened): Check => ({
  name: 'list of erasures',
  needs: ['tables', 'data folder'],
  todo: RESTORE,
  look: () =>
    seeErasures(
      { pool: opened.pool, dataDir: given.config.dataDir, seeds: given.secrets.checkpointKeys },
      given.lists,
    ),
});
