import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { ErasureList } from '../../erasure/erasure-list.js';
import { ListPlaces } from '../../erasure/list-places.js';
import { destroyedKeys } from '../../vault/key-table.js';
import { type Check, ok, type Seen, warning } from './check.js';
import type { Given, Opened } from './given.js';

const RESTORE =
  "Restore it from its newest backup (docs/operations/backup.md, 'What was erased stays erased').";

/** Of each backend whose DATA_DIR lies in the folder, and of this DATA_DIR; none need have one. */
async function listsIn(
  dataDir: string,
  folder: string | undefined,
): Promise<readonly [ErasureList, ...ErasureList[]]> {
  const own = resolve(dataDir);
  const found = folder === undefined ? [] : await readdir(folder, { withFileTypes: true });
  const others = found
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => resolve(folder ?? '', name))
    .filter((path) => path !== own)
    .toSorted();
  return [new ErasureList(dataDir), ...others.map((path) => new ErasureList(path))];
}

interface Judged {
  /** How many erasures that the database knows stand on no list. */
  readonly lacking: number;
  readonly damaged: readonly { readonly path: string; readonly lines: number }[];
}

/** Looks at what came since each list and the database were last compared. @throws OperatorError of one that cannot be read */
async function judge(pool: Pool, lists: readonly ErasureList[]): Promise<Judged> {
  const places = new ListPlaces(pool);
  const listed = new Set<string>();
  const damaged: { path: string; lines: number }[] = [];
  let known = 0;
  for (const list of lists) {
    const after = await places.find(list);
    let lines = 0;
    for await (const { erasures } of list.read(() => (lines += 1), { after }))
      for (const { stream } of erasures) listed.add(stream);
    if (lines > 0) damaged.push({ path: list.path, lines });
    known = Math.max(known, after.destruction);
  }
  let lacking = 0;
  for await (const keys of destroyedKeys(pool, known))
    lacking += keys.filter(({ subject }) => !listed.has(subject)).length;
  return { lacking, damaged };
}

/** @param folder the one in which the backends' DATA_DIRs lie, where that is known */
export async function seeErasures(pool: Pool, dataDir: string, folder: string | undefined): Promise<Seen> {
  const lists = await listsIn(dataDir, folder);
  const { lacking, damaged } = await judge(pool, lists);
  if (damaged.length > 0) {
    const told = damaged.map(({ path, lines }) => `${path} has ${lines} lines that cannot be read`);
    return warning(`${told.join('; ')}.`, RESTORE);
  }
  if (lacking === 0) return ok('What is there can be read, and has every erasure that the database knows.');
  const says =
    lists.length === 1
      ? `${lists[0].path} lacks ${lacking} erasures that the database knows: other backends made them, or it was put back.`
      : `${lacking} erasures that the database knows stand on none of ${lists.map(({ path }) => path).join(', ')}.`;
  return warning(says, 'The next start of a backend adds to its own list what that lacks.');
}

export const erasuresCheck = (given: Given, opened: Opened): Check => ({
  name: 'list of erasures',
  needs: ['tables', 'data folder'],
  todo: RESTORE,
  look: () => seeErasures(opened.pool, given.config.dataDir, given.lists),
});
