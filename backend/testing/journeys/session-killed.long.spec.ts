import { HOUR_MS } from '@siegel/contracts/limits';
import { KilledBackend } from '../faults/killed-backend.js';
import { ADMIN_PASSWORD } from '../backend/test-backend.js';

const both = (...writes: readonly string[]): string[] =>
  writes.flatMap((write) => [`${write}: rolled back`, `${write}: committed`]);
const [ROW, BEGUN, ENDED, GONE] = [
  'INSERT admin_sessions',
  'INSERT events SessionBegan.v1',
  'INSERT events SessionEnded.v1',
  'DELETE admin_sessions',
];

/** (rule:sessions-end) */
describe('a session, and a backend that is killed at each step of its life', () => {
  let backend: KilledBackend;
  const who = () => backend.customer();
  let admin: ReturnType<typeof who>;
  beforeAll(async () => {
    backend = await KilledBackend.on();
    await backend.serve();
    await backend.watch('event_store.events', 'admin_sessions');
    admin = who();
  });
  afterAll(() => backend.remove());

  const isAdmin = async (): Promise<unknown> => (await admin.ask('GET', '/api/admin/check')).body['isAdmin'];
  const rows = async (): Promise<string[]> =>
    (await backend.database.pool.query<{ id: string }>('SELECT id FROM admin_sessions')).rows.map(
      ({ id }) => id,
    );
  /** Returns the types of the events of each session's stream, in order. */
  const lives = async (): Promise<string[]> => {
    const found = await backend.database.pool.query<{ types: string[] }>(
      `SELECT array_agg(split_part(type, '.', 1) ORDER BY revision) AS types FROM event_store.events
       WHERE stream LIKE 'access-%' GROUP BY stream ORDER BY min(position)`,
    );
    return found.rows.map(({ types }) => types.join(' '));
  };
  /**
   * Makes the calls while the backend is killed at each step.
   * @returns the writes at which the backend was killed
   */
  async function killedWhile(asked: () => Promise<unknown>): Promise<readonly string[]> {
    let isAnswered = false;
    const answered = async (): Promise<boolean> => isAnswered;
    await backend.end('SIGKILL');
    const answer = asked().then(() => (isAnswered = true));
    const kills = await backend.killed([''], answered);
    await answer;
    return kills;
  }

  it('begins only once for the browser that has its cookie', async () => {
    const login = () => admin.ask('POST', '/api/admin/login', { password: ADMIN_PASSWORD });
    const kills = await killedWhile(async () => expect((await login()).status).toBe(200));
    expect(kills).toEqual(both(ROW, BEGUN));
    expect(await isAdmin()).toBe(true);
    // Nobody has the cookie of the first session, because the response with this cookie was lost.
    expect(await lives()).toEqual(['SessionBegan', 'SessionBegan']);
    expect(await rows()).toHaveLength(4);
  });

  it('ends once and stays ended', async () => {
    const kept = admin.asItIs();
    const kills = await killedWhile(async () =>
      expect((await admin.ask('POST', '/api/admin/logout')).status).toBe(204),
    );
    expect(kills).toEqual(both(ENDED, GONE));
    expect(await lives()).toEqual(['SessionBegan', 'SessionBegan SessionEnded']);
    expect((await kept.ask('GET', '/api/admin/check')).body['isAdmin']).toBe(false);
    expect(await rows()).toHaveLength(3);
  });

  it('ends once, when its time is over, if nobody ends it before, and leaves no row', async () => {
    await backend.end('SIGTERM');
    const kills = await backend.killed([''], async () => (await rows()).length === 0, {
      aheadMs: 13 * HOUR_MS,
    });
    expect(kills.toSorted()).toEqual(both(ENDED, GONE).toSorted());
    expect(await lives()).toEqual(['SessionBegan SessionEnded', 'SessionBegan SessionEnded']);
  });
});
