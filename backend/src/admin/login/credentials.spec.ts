import { createKeyedHash } from '../../platform/crypto/keyed-hash.js';
import { Credentials } from './credentials.js';
import { LoginTurns } from './login-turns.js';

const keyed = (byte: number) => createKeyedHash(Buffer.alloc(32, byte));
const passwords = { adminPassword: 'correct horse', auditorPassword: 'battery staple' };

it('knows a role by its password', async () => {
  const credentials = await Credentials.of(passwords, keyed(1));
  expect(
    await Promise.all(['correct horse', 'battery staple', 'x'].map((one) => credentials.roleOf(one))),
  ).toEqual(['admin', 'auditor', undefined]);
});

it('tests only a few passwords at a time, however many requests come', async () => {
  // Time stands still, so no login waits too long.
  const credentials = await Credentials.of(passwords, keyed(1), new LoginTurns(() => 0));
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => credentials.roleOf('x')));
  const refused = asked.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(11);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable' });
  expect(await credentials.roleOf('correct horse')).toBe('admin');
});

it('recognises a password in all backends by a digest that is useless without INDEX_KEY', async () => {
  const { digests } = await Credentials.of(passwords, keyed(1));
  expect((await Credentials.of(passwords, keyed(1))).digests).toEqual(digests);
  const changed = await Credentials.of({ ...passwords, auditorPassword: 'staple battery' }, keyed(1));
  expect(changed.digests.admin).toBe(digests.admin);
  expect(changed.digests.auditor).not.toBe(digests.auditor);
  expect((await Credentials.of(passwords, keyed(2))).digests.admin).not.toBe(digests.admin);
  const same = await Credentials.of({ adminPassword: 'same', auditorPassword: 'same' }, keyed(1));
  expect(same.digests.admin).not.toBe(same.digests.auditor);
});
