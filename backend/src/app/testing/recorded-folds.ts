import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import { isUsed, rowAfter } from '../../eventsourcing/projections/fold-batch.js';
import { NOTHING, type StoredRow } from '../../eventsourcing/projections/stored-row.js';
import type { Projection } from '../../eventsourcing/projections/projection.js';
import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';
import { SearchKeys } from '../../vault/search/search-keys.js';
import { projectionsOf } from '../projections.js';
import { digest, type History } from './fold-histories.js';

/** Digests of the rows that one version of a projection made from the histories. */
export interface RecordedFold {
  readonly version: number;
  /**
   * One entry for each history. The key is a digest of the events that the projection uses. The value is a
   * digest of the rows after each of these events.
   */
  readonly rows: Readonly<Record<string, string>>;
}

export type RecordedFolds = Readonly<Record<string, RecordedFold>>;

/** Returns the path of the recorded folds. @param source the folder `backend/src` */
export const foldsFile = (source: string): string => join(source, 'app/testing/recorded-folds.json');

export const readFolds = (source: string): RecordedFolds =>
  JSON.parse(readFileSync(foldsFile(source), 'utf8')) as RecordedFolds;

/**
 * Returns every read model, set up to fold without a database: index rows are numbered from one, and nothing
 * is sealed.
 */
export function foldedProjections(): readonly Projection[] {
  const parts = {
    backgroundPool: {
      query: async (_: string, [, count]: [string, number]) => ({
        rows: Array.from({ length: count }, (__, index) => ({ number: String(index + 1) })),
      }),
    },
    journal: { unseal: async (event: Recorded) => event },
    searchKeys: new SearchKeys(Buffer.alloc(32, 7), 1),
    keyedHash: createKeyedHash(Buffer.alloc(32, 7)),
    tampering: { found: () => undefined },
  };
  return projectionsOf(parts as unknown as Parameters<typeof projectionsOf>[0]);
}

/** Folds the histories with these projections. */
export async function foldsOf(
  projections: readonly Projection[],
  histories: readonly History[],
): Promise<RecordedFolds> {
  const folds = projections.map(async (projection) => {
    const rows: Record<string, string> = {};
    for (const history of histories) {
      const events = history.filter(
        (event) => event.stream.startsWith(projection.streamPrefix) && isUsed(projection, event),
      );
      if (events.length > 0)
        rows[digest(events.map(comparedParts))] = digest(await rowsOf(projection, events));
    }
    const inOrder = Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [projection.name, { version: projection.version, rows: Object.fromEntries(inOrder) }] as const;
  });
  return Object.fromEntries(await Promise.all(folds));
}

/** Returns an event without the fields that differ from run to run. */
const comparedParts = ({ id, stream, revision, type, at, actor, open, personal }: Recorded): object => ({
  id,
  stream,
  revision,
  type,
  at,
  actor,
  open,
  personal,
});

async function rowsOf(projection: Projection, events: History): Promise<readonly object[]> {
  const prepared = (await projection.prepare?.(events)) ?? events;
  const stored = new Map<string, StoredRow<object>>();
  return prepared.map((event) => {
    const id = projection.id(event);
    const after = rowAfter(projection, stored.get(id) ?? NOTHING, event);
    stored.set(id, after);
    return { id, ...after, sums: after.row && projection.sums?.of(after.row) };
  });
}

/**
 * Returns the names of projections whose rows differ from the recorded rows although their version was not
 * raised.
 */
export const changedFolds = (recorded: RecordedFolds, today: RecordedFolds): readonly string[] =>
  Object.entries(today)
    .filter(([name, { version, rows }]) => {
      const before = recorded[name];
      if (before === undefined || version > before.version) return false;
      return (
        version < before.version ||
        Object.entries(rows).some(([events, made]) => (before.rows[events] ?? made) !== made)
      );
    })
    .map(([name]) => name);

/** Returns the advice for a changed projection. @param source the folder `backend/src` */
export const changedFoldMessage = (name: string, source: string): string =>
  `The fold of projection ${name} changed: raise its version in ${fileOf(name, source)} and run npm run folds.`;

function fileOf(name: string, source: string): string {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  const found = files.find(
    (file) =>
      file.endsWith('.projection.ts') && readFileSync(join(source, file), 'utf8').includes(`'${name}'`),
  );
  if (found === undefined) throw new Error(`no file *.projection.ts names ${name}`);
  return `backend/src/${found}`;
}
