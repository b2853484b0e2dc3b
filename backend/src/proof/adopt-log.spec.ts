import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { encodeMetadata, parseMetadata } from '../eventsourcing/journal/event-encoding.js';
import { checkpointPlace, placeName } from '../eventsourcing/trust/place-names.js';
import { TEST_LOG } from '../eventsourcing/trust/testing/test-trust.js';
import { DecisionInvalid } from './adopt-log.js';
import { TreeDisturbed } from './adoption/append-leaves.js';
import { TreeUnusable } from './adoption/check-tree.js';
import { FormerAdoptionUnfit } from './adoption/outside-claims.js';
import { newestCheckpoint } from './signed-checkpoints.js';
import { LogToAdopt, named, streamOf, stripped } from './testing/log-to-adopt.js';

describe('siegel log:adopt', () => {
  let log: LogToAdopt;
  beforeAll(async () => {
    log = await LogToAdopt.open();
  });
  afterAll(() => log.stop());
  beforeEach(() => log.clear());

  const at = (place: string): string => `${streamOf(place[0] ?? '')}${place.slice(1)}`;
  const accepting = (...places: readonly string[]) => ({ accept: named(...places.map(at)) });
  const adopted = async (...places: readonly string[]) => {
    const result = await log.adopt(accepting(...places));
    expect(result).toMatchObject({ adopted: true });
    return result;
  };

  describe('of a log from before APPEND_KEY', () => {
    it('takes its events in both formats, which nobody believed before, and the later ones with a MAC', async () => {
      log.append('aab', 1);
      log.append('abbc', 2);
      expect(await log.believed()).toEqual({ a: 0, b: 0, c: 0 });
      const result = await log.adopt();
      expect(result).toMatchObject({ adopted: true, size: 7, judged: { events: 7, adopted: 7 } });
      expect(log.adoption).toMatchObject({ log: TEST_LOG, size: 7, accepted: [], retired: [], reason: null });
      log.append('acd', 'marked');
      expect(await log.believed()).toEqual({ a: 4, b: 3, c: 2, d: 1 });
      expect(await log.leaves()).toEqual(['a@0', 'a@1', 'b@0', 'a@2', 'b@1', 'b@2', 'c@0']);
      expect(await newestCheckpoint(log.pool)).toMatchObject({ size: 7, root: log.adoption?.root });
    });

    it('says what no checkpoint covers', async () => {
      log.append('ab', 2);
      await log.adopt();
      log.append('aab', 'marked');
      const found: unknown[] = [];
      await log.adopt({}, { onFindings: (one) => void found.push(one) });
      const uncovered = { count: 3, first: ['a@1', 'a@2', 'b@1'].map(at), last: at('b@1') };
      expect(found).toMatchObject([{ covered: 2, uncovered }]);
      await log.adopt({}, { onFindings: (one) => void found.push(one) });
      expect(found[1]).toMatchObject({ covered: 5, uncovered: { count: 0, first: [], last: undefined } });
    });

    it('needs no statement for a log whose every event has a MAC', async () => {
      log.append('aab', 'marked');
      expect(await log.adopt()).toMatchObject({ adopted: true, size: 3, statement: undefined });
      expect(await log.leaves()).toEqual(['a@0', 'a@1', 'b@0']);
    });

    it('adopts an empty log without a statement', async () =>
      expect(await log.adopt()).toMatchObject({ adopted: true, size: 0, statement: undefined }));

    it('keeps its statement if it is run again', async () => {
      log.append('ab', 2);
      await log.adopt();
      log.append('ab', 'marked');
      expect(await log.adopt()).toMatchObject({ adopted: true, size: 4, statement: undefined });
      expect(log.adoption).toMatchObject({ size: 2 });
    });
  });

  describe('of a log that somebody changed', () => {
    it('refuses a forged event in the midst by its place, and takes it only by name', async () => {
      log.append('ab', 2);
      await log.adopt();
      log.append('ab', 'marked');
      log.append('a', 2);
      log.append('ba', 'marked');
      expect(await log.broken()).toEqual(['a@2']);
      expect(await log.believed()).toEqual({ a: 2, b: 3 });
      await adopted('a@2');
      expect(await log.believed()).toEqual({ a: 4, b: 3 });
      expect(log.adoption).toMatchObject({ accepted: named(at('a@2')), reason: 'known' });
    });

    it('refuses events whose MACs somebody took away, in a log that was adopted and in one that was not', async () => {
      log.append('aab', 'marked');
      log.replace(log.at('a', 1), stripped(log.at('a', 1)));
      expect(await log.broken()).toEqual(['a@1']);
      await log.clear();
      log.append('ab', 2);
      await log.adopt();
      log.append('ab', 'marked');
      await log.adopt();
      for (const row of log.rows) log.replace(row, stripped(row));
      expect(await log.broken()).toEqual(['a@1', 'b@1']);
    });

    it('lists nothing behind an end that the operator gave to a stream, and believes nothing there', async () => {
      log.append('aaabb', 'marked');
      await log.adopt();
      log.lose(log.at('a', 2));
      const behind = log.append('a', 2);
      expect(await log.broken()).toEqual(['a@2']);
      const isKnown = (stream: string, revision: number): boolean =>
        stream === streamOf('a') && revision >= 2;
      const result = await log.adopt({}, { isKnown });
      expect(result).toMatchObject({
        adopted: true,
        statement: undefined,
        judged: { adopted: 0, closed: 1 },
      });
      expect(behind).toHaveLength(1);
      log.lose(log.at('b', 1));
      expect(await log.broken({}, { isKnown })).toEqual(['b@1']);
    });

    it('takes no event without a MAC behind a checkpoint that a backend kept, even without a statement', async () => {
      log.append('aab', 'marked');
      await log.adopt();
      const kept = await newestCheckpoint(log.pool);
      log.append('bc', 'marked');
      for (const row of log.rows) log.replace(row, stripped(row));
      expect(await log.broken({}, { kept })).toEqual(['b@1', 'c@0']);
    });

    it('refuses an event between others that have leaves if it has none', async () => {
      const [forged] = log.append('c', 2);
      log.append('ab', 2);
      log.rows = log.rows.slice(1);
      await log.adopt();
      log.statement = undefined;
      if (forged !== undefined) log.rows.unshift(forged);
      expect(await log.broken()).toEqual(['c@0']);
    });

    it('names each altered, deleted, moved and relinked event once, and closes its stream there', async () => {
      log.append('aaabbbcccdddeee', 2);
      await log.adopt();
      log.replace(log.at('a', 1), { ...log.at('a', 1), data: Buffer.from('{"open":{}}') });
      log.lose(log.at('b', 1));
      const { stream, revision, position } = log.at('c', 1);
      log.replace(log.at('c', 1), { ...log.at('d', 1), stream, revision, position });
      const relinked = { ...parseMetadata(log.at('e', 0)), previousHash: 'ab'.repeat(32) };
      log.replace(log.at('e', 0), { ...log.at('e', 0), metadata: encodeMetadata(relinked) });
      const broken = ['a@1', 'b@1', 'c@1', 'e@0'];
      expect((await log.broken()).toSorted()).toEqual(broken);
      const result = await log.adopt(accepting(...broken));
      expect(result).toMatchObject({ adopted: true, judged: { closed: 4 } });
      expect(new Set(result.tolerated.map(({ effect }) => effect))).toEqual(new Set(['closed']));
      expect(await log.believed()).toEqual({ a: 1, b: 1, c: 1, d: 3, e: 0 });
    });

    it('notices that an event was moved to the end of another stream', async () => {
      log.append('aabb', 2);
      await log.adopt();
      const [moved, stream] = [log.at('a', 1), streamOf('b')];
      log.replace(moved, { ...moved, stream, revision: 2 });
      expect((await log.broken()).toSorted()).toEqual(['a@1', 'b@2']);
    });

    it('corrects the name in the row of a leaf, and the nodes over the leaves', async () => {
      log.append('a'.repeat(20), 2);
      await log.adopt();
      await log.pool.query(`UPDATE log_leaves SET stream = $1, revision = 7 WHERE place = 3`, [
        streamOf('b'),
      ]);
      await log.pool.query("UPDATE log_nodes SET hash = decode(repeat('00', 32), 'hex')");
      expect(await log.believed()).toEqual({ a: 3 });
      expect(await log.adopt()).toMatchObject({ adopted: true, nodes: 1 });
      expect(await log.believed()).toEqual({ a: 20 });
    });

    it('names a leaf by its hash if its row names no stream of ours, and takes the place by that name', async () => {
      log.append('ab', 2);
      await log.adopt();
      await log.pool.query('TRUNCATE log_tree');
      const sql = `INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES (2, $1, $2, 0)`;
      await log.pool.query(sql, [Buffer.alloc(32, 7), 'nda-1@0\nnda-2@0 fine']);
      const place = `leaf-${'07'.repeat(32)}`;
      expect(await log.broken()).toEqual([`${place}@2`]);
      expect(await log.adopt({ accept: named(`${place}@2`) })).toMatchObject({ adopted: true, size: 3 });
    });

    it('believes no event for a leaf that somebody wrote, below and above the adopted size', async () => {
      log.append('aab', 2);
      await log.adopt();
      const [forged] = log.append('a', 2);
      const replaced = log.at('b', 0);
      log.lose(replaced);
      const [other] = log.append('b', 1);
      const hashOf = (event: UntrustedEvent | undefined) =>
        Buffer.from((event && metadataOf(event)?.hash) ?? '', 'hex');
      await log.pool.query(
        'INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES (3, $1, $2, 2)',
        [hashOf(forged), streamOf('a')],
      );
      expect(await log.believed()).toEqual({ a: 2, b: 0 });
      await log.pool.query('UPDATE log_leaves SET event_hash = $1 WHERE place = 2', [hashOf(other)]);
      expect(await log.believed()).toEqual({ a: 0, b: 0 });
    });

    it('refuses a tree that does not begin with the adopted tree, or that lacks a leaf', async () => {
      log.append('ab', 2);
      await log.adopt();
      log.append('ab', 'marked');
      await log.adopt();
      await log.pool.query('DELETE FROM log_checkpoints');
      await log.pool.query('UPDATE log_leaves SET event_hash = $1 WHERE place = 1', [randomBytes(32)]);
      await expect(log.adopt()).rejects.toThrow(FormerAdoptionUnfit);
      await log.pool.query('DELETE FROM log_leaves WHERE place = 1');
      await expect(log.adopt()).rejects.toThrow(TreeUnusable);
    });

    it('refuses a tree that a signed checkpoint does not fit, and the row of a checkpoint that we did not sign', async () => {
      log.append('ab', 2);
      await log.adopt();
      const signed = await newestCheckpoint(log.pool);
      await log.pool.query(
        `INSERT INTO log_checkpoints SELECT 9, root, at, key_id, signature FROM log_checkpoints`,
      );
      const foreign = placeName(checkpointPlace({ size: 9, root: signed?.root ?? '' }));
      const result = await log.adopt();
      expect(result).toMatchObject({ adopted: false, open: [{ revision: 9 }] });
      expect(await log.adopt({ accept: named(foreign) })).toMatchObject({ adopted: true });
      expect(await newestCheckpoint(log.pool)).toEqual(signed);
      await log.pool.query('DELETE FROM log_leaves WHERE place = 1');
      log.statement = undefined;
      await expect(log.adopt()).rejects.toThrow('A checkpoint over 2 leaves was signed, but the tree has 1');
    });
  });

  describe('of a log that lost events', () => {
    it('names each loss, tolerates it by name, and another event may follow there', async () => {
      log.append('aabb', 1);
      log.append('abcc', 2);
      await log.adopt();
      log.append('aab', 'marked');
      await log.adopt();
      log.lose(log.at('a', 4), log.at('b', 3), log.at('c', 0), log.at('c', 1));
      expect((await log.broken()).toSorted()).toEqual(['a@4', 'b@3', 'c@0', 'c@1']);
      await adopted('a@4', 'b@3', 'c@0', 'c@1');
      log.append('ac', 'marked');
      expect(await log.believed()).toEqual({ a: 5, b: 3, c: 1 });
      await adopted();
      expect((await log.leaves()).slice(-2)).toEqual(['a@4', 'c@0']);
    });

    it('names the place at which the stream went on before anybody knew of the loss', async () => {
      log.append('aab', 2);
      await log.adopt();
      log.lose(log.at('a', 1));
      log.append('ab', 'marked');
      const result = await log.adopt();
      expect(result).toMatchObject({
        adopted: false,
        open: [{ revision: 1, detail: 'the tree has a leaf of another event at this place' }],
      });
      await adopted('a@1');
      expect(await log.believed()).toEqual({ a: 2, b: 2 });
      expect(await log.leaves()).toEqual(['a@0', 'a@1', 'b@0', 'a@1', 'b@1']);
    });

    it('names a kept checkpoint that the log does not continue', async () => {
      log.append('abc', 'marked');
      await log.adopt();
      const kept = await newestCheckpoint(log.pool);
      await log.pool.query('TRUNCATE log_leaves, log_nodes, log_checkpoints');
      log.lose(log.at('c', 0));
      if (kept === undefined) throw new Error('there is no checkpoint');
      expect(await log.adopt({}, { kept })).toMatchObject({ open: [checkpointPlace(kept)] });
      const decided = { accept: [checkpointPlace(kept)] };
      expect(await log.adopt(decided, { kept })).toMatchObject({ adopted: true, size: 2 });
      expect(log.adoption).toMatchObject(decided.accept.length === 1 ? { accepted: decided.accept } : {});
    });

    it('loses nothing if only the database is older, so that the tree grows to its former size again', async () => {
      log.append('ab', 2);
      log.append('ac', 1);
      await log.adopt();
      const { statement } = log;
      log.append('abd', 'marked');
      await log.adopt();
      const kept = await newestCheckpoint(log.pool);
      await log.pool.query('DELETE FROM log_leaves WHERE place > 1');
      await log.pool.query('DELETE FROM log_checkpoints');
      expect(await log.believed()).toEqual({ a: 0, b: 0, c: 0, d: 1 });
      expect(await log.adopt({}, { kept })).toMatchObject({ adopted: true, size: 7, statement: undefined });
      expect(log.statement).toBe(statement);
      expect(await log.believed()).toEqual({ a: 3, b: 2, c: 1, d: 1 });
      expect(await newestCheckpoint(log.pool)).toMatchObject({ root: kept?.root });
    });

    it('refuses a database from before the adoption if the log does not lead to the adopted tree', async () => {
      log.append('abc', 2);
      await log.adopt();
      await log.pool.query('TRUNCATE log_leaves, log_nodes, log_checkpoints');
      log.lose(log.at('b', 0));
      log.append('b', 2);
      await expect(log.adopt()).rejects.toThrow(FormerAdoptionUnfit);
      log.lose(log.at('b', 0));
      await expect(log.adopt()).rejects.toThrow(FormerAdoptionUnfit);
    });

    it('seals no tree that another program changed meanwhile', async () => {
      log.append('ab', 'marked');
      const more = `INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES (2, $1, 'nda-x', 0)`;
      const requireAlone = async (client: PoolClient) => void (await client.query(more, [randomBytes(32)]));
      await expect(log.adopt({}, { requireAlone })).rejects.toThrow(TreeDisturbed);
      expect((await log.pool.query('SELECT FROM log_tree')).rowCount).toBe(0);
      expect(await log.adopt()).toMatchObject({ adopted: true, size: 2 });
    });

    it('refuses to accept a place that does not exist', async () => {
      log.append('ab', 2);
      await expect(log.adopt(accepting('a@1'))).rejects.toThrow(DecisionInvalid);
      expect(log.statement).toBeUndefined();
    });
  });
});
