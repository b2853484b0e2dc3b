import { randomBytes, randomUUID } from 'node:crypto';
import {
  AppendKeyLacking,
  type KnownSecret,
  SecretMismatch,
  type StoredSecrets,
  verifyCheckValues,
} from './check-values.js';
import { LiveBackendEntry, type LiveBackendParts, valuesAgree } from './live-backends.js';
import { silentLogger } from '../platform/logging/logger.js';
import { until } from '../platform/testing/until.js';
import { createVaultDatabase, type VaultDatabase } from './testing/vault-database.js';

const secret = (): [Buffer] => [randomBytes(32)];

let world: VaultDatabase;
let stored: LiveBackendParts['stored'];
let entries: LiveBackendEntry[];
beforeEach(async () => {
  world = await createVaultDatabase();
  stored = { master: secret(), index: secret(), session: secret(), checkpoint: secret() };
  entries = [];
});
afterEach(async () => {
  for (const entry of entries) await entry.leave();
  await world.drop();
});

const FREE = { ADMIN_PASSWORD: 'a', AUDITOR_PASSWORD: 'b', SEAL_P12: 'c' };

interface Has {
  readonly stored?: Partial<StoredSecrets>;
  readonly free?: Partial<typeof FREE>;
  readonly fixed?: LiveBackendParts['fixed'];
  readonly changing?: readonly string[];
}

function backend(has: Has = {}): LiveBackendEntry {
  const entry = new LiveBackendEntry({
    pool: world.database.pool,
    logger: silentLogger,
    id: randomUUID(),
    stored: { ...stored, ...has.stored },
    free: { ...FREE, ...has.free },
    fixed: has.fixed ?? { LOG_ADOPTED: 'd' },
    changing: has.changing ?? [],
    beatMs: 20,
  });
  entries.push(entry);
  return entry;
}

async function joined(has: Has = {}): Promise<LiveBackendEntry> {
  const entry = backend(has);
  await entry.join();
  return entry;
}

const count = async (): Promise<number> =>
  (await world.database.pool.query('SELECT FROM live_backends')).rowCount ?? -1;

describe('a backend beside others that serve', () => {
  it('must have the same secrets; otherwise it refuses to start and says which ones differ and how to fix that', async () => {
    await joined();
    await joined();
    const refused = joined({ free: { ADMIN_PASSWORD: 'x', SEAL_P12: 'y' } });
    await expect(refused).rejects.toThrow(
      /^2 backends serve on this database \(since 2\S+Z\) with another value of ADMIN_PASSWORD, SEAL_P12\. .*CHANGING_SECRETS=ADMIN_PASSWORD,SEAL_P12;/,
    );
    expect(await count()).toBe(2);
    await expect(joined({ free: { AUDITOR_PASSWORD: 'x' } })).rejects.toThrow('of AUDITOR_PASSWORD.');
  });

  it('must have the same LOG_ADOPTED, which nobody replaces while a backend serves', async () => {
    await joined();
    const refused = joined({ fixed: { LOG_ADOPTED: 'x' } });
    await expect(refused).rejects.toThrow('another value of LOG_ADOPTED. ');
    await expect(refused).rejects.not.toThrow('CHANGING_SECRETS');
    await joined({ fixed: { LOG_ADOPTED: 'd' } });
  });

  it('changes nothing if it may not start: the other backends can still be restarted as they were', async () => {
    const { pool } = world.database;
    const [old, next] = [stored.master[0], randomBytes(32)];
    await joined();
    await verifyCheckValues(pool, { master: [next, old] });
    await expect(joined({ stored: { master: [next, old] } })).rejects.toThrow('another value of MASTER_KEY.');
    await joined();
  });

  it('can check whether all have the same passwords, regardless of other differences', async () => {
    const agree = (): Promise<boolean> =>
      valuesAgree(world.database.pool, ['ADMIN_PASSWORD', 'AUDITOR_PASSWORD']);
    expect(await agree()).toBe(true);
    await joined();
    const seal = await joined({ free: { SEAL_P12: 'x' }, changing: ['SEAL_P12'] });
    expect(await agree()).toBe(true);
    await seal.leave();
    const next = await joined({ free: { AUDITOR_PASSWORD: 'x' }, changing: ['AUDITOR_PASSWORD'] });
    expect(await agree()).toBe(false);
    await next.leave();
    expect(await agree()).toBe(true);
  });

  it('may have other secrets once the others have stopped, or have been dead for ten seconds', async () => {
    const one = await joined();
    await one.leave();
    await (await joined({ free: { ADMIN_PASSWORD: 'x' } })).leave();
    await world.database.pool.query(
      `INSERT INTO live_backends (id, known, changing, seen_at)
       VALUES ($1, $2, '{}', now() - interval '11 seconds')`,
      [randomUUID(), { ADMIN_PASSWORD: ['a'] }],
    );
    await joined({ free: { ADMIN_PASSWORD: 'x' } });
    expect(await count()).toBe(1);
  });

  it('is refused beside another that starts at the same moment with other secrets', async () => {
    await joined().then((first) => first.leave());
    const started = await Promise.allSettled(
      ['x', 'y', 'z'].map((value) => joined({ free: { SEAL_P12: value } })),
    );
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('may bring a new secret if it announces that, and all backends warn until the old one is gone', async () => {
    const [old, same] = [await joined(), await joined()];
    const next = await joined({ free: { ADMIN_PASSWORD: 'x' }, changing: ['ADMIN_PASSWORD'] });
    for (const one of [old, same, next]) await until(() => one.warning()?.startsWith('ADMIN_PASSWORD:'));
    // While the password is being replaced, one of the old backends stops and restarts with the old password.
    await same.leave();
    const again = await joined();
    await expect(joined({ free: { SEAL_P12: 'x' }, changing: ['ADMIN_PASSWORD'] })).rejects.toThrow(
      'SEAL_P12',
    );
    await old.leave();
    await again.leave();
    await until(() => next.warning() === undefined);
  });

  it('is listed again after a suspension so long that it no longer counted', async () => {
    await joined();
    await world.database.pool.query('DELETE FROM live_backends');
    await until(async () => (await count()) === 1);
  });

  it('is not ready if keys were rewrapped by a new master key while it was suspended', async () => {
    const one = await joined();
    await one.check();
    await world.database.pool.query("UPDATE secret_checks SET retired_at = now() WHERE name = 'master'");
    await until(() =>
      one.check().then(
        () => false,
        (error: Error) => error.message.includes('MASTER_KEY'),
      ),
    );
  });
});

describe.each([
  ['SESSION_SECRET', 'session'],
  ['CHECKPOINT_KEY', 'checkpoint'],
] as const)('%s', (variable, name) => {
  it('is replaced step by step while backends serve: each knows the values that the others use', async () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const knowing = (...keys: KnownSecret): Promise<LiveBackendEntry> => joined({ stored: { [name]: keys } });
    let serving = await knowing(old);
    const goTo = async (...keys: KnownSecret): Promise<void> => {
      const newer = await knowing(...keys);
      await serving.leave();
      serving = newer;
    };
    await expect(knowing(next)).rejects.toThrow(SecretMismatch);
    await expect(knowing(next, old)).rejects.toThrow(`another value of ${variable}.`);
    await goTo(old, next);
    await expect(knowing(next)).rejects.toThrow(variable);
    await goTo(next, old);
    await goTo(next);
    await serving.leave();
    // The start with `next` alone retired the old value permanently.
    await expect(knowing(old)).rejects.toThrow(SecretMismatch);
    await expect(knowing(old, next)).rejects.toThrow(SecretMismatch);
    await knowing(next);
  });
});

describe('APPEND_KEY', () => {
  it('is replaced step by step while backends serve, and no key ever leaves the list', async () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const knowing = (...append: KnownSecret): Promise<LiveBackendEntry> => joined({ stored: { append } });
    let serving = await knowing(old);
    const goTo = async (...keys: KnownSecret): Promise<void> => {
      const newer = await knowing(...keys);
      await serving.leave();
      serving = newer;
    };
    await expect(knowing(next)).rejects.toThrow(SecretMismatch);
    await expect(knowing(next, old)).rejects.toThrow('another value of APPEND_KEY.');
    await goTo(old, next);
    await goTo(next, old);
    await serving.leave();
    await expect(knowing(next)).rejects.toThrow(AppendKeyLacking);
    await expect(knowing(old)).rejects.toThrow(AppendKeyLacking);
    await knowing(next, old);
  });

  it('is replaced by one of two people who do it at the same time, whether backends serve or not', async () => {
    const [old, mine, theirs] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const knowing = (...append: KnownSecret): Promise<LiveBackendEntry> => joined({ stored: { append } });
    const [here, there] = [await knowing(old, mine), await knowing(old, theirs)];
    await here.leave();
    await expect(knowing(mine, old)).rejects.toThrow('another value of APPEND_KEY.');
    await there.leave();
    const started = await Promise.allSettled([knowing(theirs, old), knowing(mine, old)]);
    expect(started.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const won = started[0]?.status === 'fulfilled' ? theirs : mine;
    const lost = won === theirs ? mine : theirs;
    await expect(knowing(lost, old)).rejects.toThrow(AppendKeyLacking);
    await (await knowing(won, old)).leave();
    await knowing(won, lost, old);
  });
});
