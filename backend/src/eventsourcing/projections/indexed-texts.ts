import type { Pool } from 'pg';
import type { SearchKeys } from '../../vault/search/search-keys.js';
import { onShelf } from '../../vault/search/shelves.js';
import type { Recorded } from '../journal/event.js';
import type { Journal } from '../journal/journal.js';

/** Replaces the personal fields of an event before the event is folded into an index over sealed texts. */
export interface Indexed<Text extends string> {
  /**
   * The names of the pieces of each text in the event (see `SearchKeys`). The list is empty if the event
   * removes the text.
   */
  readonly texts: Readonly<Partial<Record<Text, readonly number[]>>>;
  /** Number of a new row. The number decides to which shelf the row belongs (see `shelves.ts`). */
  readonly number: number;
}

export interface IndexParts {
  readonly pool: Pool;
  readonly journal: Pick<Journal, 'unseal'>;
  readonly keys: SearchKeys;
}

export interface IndexedTexts<Text extends string> {
  /** Type of the event that creates a row. */
  readonly first: string;
  /** Types of events whose sealed part contains any of the texts. */
  readonly types: readonly string[];
  readonly texts: readonly Text[];
  /**
   * Prefix of the field names (see `fieldOf`). The prefix differs between indexes, so that the same piece of
   * a text has a different name in each index.
   */
  readonly of: string;
  /** SQL sequence that numbers the rows. */
  readonly sequence: string;
}

/**
 * Returns the field name that is hashed together with each piece of a text. So equal pieces of two different
 * texts have different hashes.
 */
export const fieldOf = (index: { readonly of: string }, text: string): string => `${index.of}.${text}`;

/**
 * Returns a function for `Projection.prepare`. The function opens the sealed part of each event whose type is
 * in `index.types`, and passes only the names of the texts' pieces to the fold. If the key is missing or the
 * sealed bytes were altered, the event has no pieces.
 */
export const indexTexts =
  <Text extends string>({ pool, journal, keys }: IndexParts, index: IndexedTexts<Text>) =>
  async (events: readonly Recorded[]): Promise<readonly Recorded[]> => {
    const isFirst = ({ type }: Recorded): boolean => type === index.first;
    const numbers = await nextNumbers(pool, index.sequence, events.filter(isFirst).length);
    return Promise.all(
      events.map(async (event) => {
        if (!index.types.includes(event.type)) return event;
        const number = isFirst(event) ? (numbers.shift() ?? 0) : 0;
        const personal = await personalOf(journal, event);
        const indexed: Indexed<Text> = { texts: namesIn(personal, keys, index), number };
        return { ...event, personal: indexed };
      }),
    );
  };

async function personalOf(journal: IndexParts['journal'], event: Recorded): Promise<object> {
  return (await journal.unseal(event)).personal ?? {};
}

function namesIn<Text extends string>(
  personal: object,
  keys: SearchKeys,
  index: IndexedTexts<Text>,
): Indexed<Text>['texts'] {
  const held = new Map<string, unknown>(Object.entries(personal));
  const names = index.texts
    .filter((text) => held.has(text))
    .map((text) => {
      const value = held.get(text);
      return [text, typeof value === 'string' ? keys.entriesOf(fieldOf(index, text), value) : []];
    });
  return Object.fromEntries(names) as Indexed<Text>['texts'];
}

/** Returns those columns of a row that an event changes. @param number the row's number */
export const shelved = <Text extends string>(
  number: number,
  indexed: Indexed<Text> | undefined,
): Partial<Record<Text, readonly number[]>> =>
  Object.fromEntries(
    Object.entries<readonly number[] | undefined>(indexed?.texts ?? {}).map(([text, names = []]) => [
      text,
      onShelf(number, names),
    ]),
  ) as Partial<Record<Text, readonly number[]>>;

async function nextNumbers(pool: Pool, sequence: string, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await pool.query<{ number: string }>(
    'SELECT nextval($1::regclass) AS number FROM generate_series(1, $2)',
    [sequence, count],
  );
  return rows.map(({ number }) => Number(number));
}
