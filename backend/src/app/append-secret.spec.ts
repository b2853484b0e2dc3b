import { findAppendSecret, newAppendSecret, parseAppendSecret, withNewKey } from './append-secret.js';

const LOG = `log-${'a'.repeat(32)}`;
const [FIRST, SECOND] = ['1'.repeat(64), '2'.repeat(64)];

describe('the value of APPEND_KEY', () => {
  it('is the identity of the log and its keys, newest first, separated by blanks, commas or lines', () => {
    for (const text of [`${LOG} ${FIRST} ${SECOND}`, ` ${LOG}\n${FIRST},${SECOND}\n`]) {
      const { log, keys } = parseAppendSecret(text) ?? {};
      expect([log, keys?.map((key) => key.toString('hex'))]).toEqual([LOG, [FIRST, SECOND]]);
    }
  });

  it('is refused without a key, without an identity, and with anything that is no key', () => {
    const wrong = [
      '',
      LOG,
      FIRST,
      `${LOG} ${FIRST} short`,
      `${LOG} ${FIRST.slice(1)}`,
      `${LOG.slice(1)} ${FIRST}`,
      `${LOG} ${LOG}`,
      `log-${'A'.repeat(32)} ${FIRST}`,
    ];
    expect(wrong.filter((text) => parseAppendSecret(text) !== undefined)).toEqual([]);
  });

  it('is made whole, and another one each time', () => {
    const [one, other] = [newAppendSecret(), newAppendSecret()].map(parseAppendSecret);
    expect(one?.keys).toHaveLength(1);
    expect(one?.log).not.toBe(other?.log);
    expect(one?.keys[0].equals(other?.keys[0] ?? Buffer.alloc(0))).toBe(false);
  });

  it('gets a new key in front of the others', () => {
    const { log, keys = [] } = parseAppendSecret(withNewKey(`${LOG} ${FIRST}`)) ?? {};
    expect([log, keys.length, keys[1]?.toString('hex')]).toEqual([LOG, 2, FIRST]);
  });

  it('that is wrong is a problem that tells its form, and not the value', async () => {
    const problems: string[] = [];
    const env = { APPEND_KEY: `${LOG} ${FIRST} secret-part` };
    await findAppendSecret({ env, folder: '/nowhere', production: true, makes: false, problems });
    expect(problems).toEqual([expect.stringContaining('APPEND_KEY: expected the identity of the log')]);
    expect(problems.join()).not.toContain('secret-part');
  });
});
