import { placeName } from '../eventsourcing/trust/place-names.js';
import { filledAgain } from './filled-again.js';
import { LeafSeals } from './leaf-seals.js';
import { LogToAdopt, named, streamOf } from './testing/log-to-adopt.js';

describe('an accepted place', () => {
  let log: LogToAdopt;
  beforeAll(async () => {
    log = await LogToAdopt.open();
  });
  afterAll(() => log.stop());

  it('is filled again as soon as the service makes a leaf there, and not by the row of somebody else', async () => {
    const places = [`${streamOf('a')}@1`, `${streamOf('b')}@0`];
    const filled = async () =>
      (await filledAgain(log.pool, new LeafSeals(log.keys), log.adoption)).map(placeName);
    expect(await filled()).toEqual([]);
    log.append('aabc', 'marked');
    await log.adopt();
    log.lose(log.at('a', 1), log.at('b', 0));
    await log.adopt({ accept: named(...places) });
    // The leaves of the lost events are older than the adoption.
    expect(await filled()).toEqual([]);
    const forge = `INSERT INTO log_leaves (place, event_hash, stream, revision, mac)
      SELECT place + 1000, event_hash || '\\x07', stream, revision, mac FROM log_leaves`;
    await log.pool.query(forge);
    expect(await filled()).toEqual([]);
    await log.pool.query('DELETE FROM log_leaves WHERE place >= 1000');
    log.append('a', 'marked');
    await log.adopt();
    expect(await filled()).toEqual(places.slice(0, 1));
  });
});
