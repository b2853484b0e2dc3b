import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { ErasureList, type ListedLine } from '../../erasure/erasure-list.js';
import { ListPositions } from '../../erasure/list-positions.js';
import { judgeLine } from '../../erasure/judge-line.js';
import { KnownReceiptKeys } from '../../erasure/known-receipt-keys.js';
import { waitingLines } from '../../erasure/waiting-lines.js';
import { dataDirsIn } from '../../platform/config/data-dirs.js';
import { destroyedKeys } from '../../vault/key-table.js';
import { publicKeyOf } from '../../vault/receipts.js';
import type { PublicKeyRecord } from '../../vault/public-key-record.js';
import { type Check, fault, ok, type CheckResult, warning } from './check.js';
import type { Context, Connections } from './context.js';

const RESTORE =
  "Restore the list from its newest backup (docs/operations/backup.md, 'What was erased stays erased').";

const FORGED =
  'Something other than Siegel wrote these lines into the list of erasures. The service ignores them. Keep a copy of the list, then restore the list from its newest backup.';
const APPLY =
  "Either the lines name no event, which is how older versions wrote them, or an unknown key signed them. Run 'siegel erasures:apply' to see them.";

interface ListOfBackend {
  readonly list: ErasureList;
  readonly receiptKeys: KnownReceiptKeys;
}

/**
 * Returns the list of erasures of this DATA_DIR, and the list of each DATA_DIR in `folder`. The file of a
 * list need not exist.
 */
async function listsIn(
  { dataDir, seeds }: Pick<Asked, 'dataDir' | 'seeds'>,
  folder: string | undefined,
): Promise<readonly [ListOfBackend, ...ListOfBackend[]]> {
  const own = resolve(dataDir);
  const found = folder === undefined ? [] : await dataDirsIn(resolve(folder));
  const others = found.filter((path) => path !== own);
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
  /** Number of erasures that the database knows but no list contains. */
  readonly lacking: number;
  readonly damaged: readonly Count[];
  /** Lines that this service did not sign. */
  readonly forged: readonly Count[];
  /** Lines that wait for the operator's decision. */
  readonly waiting: readonly Count[];
}

/**
 * Compares the lists with the database. Lines and erasures that were compared before are skipped. Only the
 * search for lines that wait for the operator reads each list from its beginning.
 * @throws OperatorError if a list cannot be read
 */
async function judge(pool: Pool, lists: readonly ListOfBackend[]): Promise<Judged> {
  const places = new ListPositions(pool);
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

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const describeCounts = (counts: readonly Count[], which: string): string =>
  `${counts.map(({ path, lines }) => `${path} has ${counted(lines, 'line')} ${which}`).join('; ')}.`;

/** @param folder the folder with the DATA_DIRs of all backends, if it is known */
export async function checkErasures(
  { pool, ...asked }: Asked,
  folder: string | undefined,
): Promise<CheckResult> {
  const lists = await listsIn(asked, folder);
  const { lacking, damaged, forged, waiting } = await judge(pool, lists);
  if (forged.length > 0) return fault(describeCounts(forged, 'that this service did not sign'), FORGED);
  if (damaged.length > 0) return warning(describeCounts(damaged, 'that cannot be read'), RESTORE);
  if (waiting.length > 0) return warning(describeCounts(waiting, 'waiting for your decision'), APPLY);
  if (lacking === 0)
    return ok('Every line can be read, and every erasure that the database knows is on a list.');
  const says =
    lists.length === 1
      ? `${lists[0].list.path} lacks ${counted(lacking, 'erasure')} that the database knows: other backends made these erasures, or the list was restored to an older state.`
      : `The database knows ${counted(lacking, 'erasure')} that none of the lists contains. The lists are ${lists.map(({ list }) => list.path).join(', ')}.`;
  return warning(
    says,
    'Restart a backend: when it starts, it adds the missing erasures from the database to its list.',
  );
}

export const erasuresCheck = (context: Context, connections: Connections): Check => ({
  name: 'list of erasures',
  needs: ['tables', 'data folder'],
  todo: RESTORE,
  run: () =>
    checkErasures(
      { pool: connections.pool, dataDir: context.config.dataDir, seeds: context.secrets.checkpointKeys },
      context.lists,
    ),
});
