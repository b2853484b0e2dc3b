import { LoginTurns } from './login-turns.js';

describe('the turns of logins', () => {
  let now = 0;
  let turns: LoginTurns;
  /**
   * Each callback ends the work of one login. The callbacks are in the order in which the logins got their
   * turn.
   */
  let ends: (() => void)[];
  beforeEach(() => {
    [now, turns, ends] = [0, new LoginTurns(() => now), []];
  });

  const ask = (): Promise<string> =>
    turns.take(() => new Promise<string>((resolve) => ends.push(() => resolve('done'))));
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const end = async (): Promise<void> => {
    await settled();
    ends.at(-1)?.();
    await settled();
  };

  it('come one after the other; eight logins may wait, and further ones are refused', async () => {
    const asked = Array.from({ length: 9 }, ask);
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
    for (let n = 1; n <= 9; n += 1) {
      await settled();
      expect(ends).toHaveLength(n);
      await end();
    }
    expect(await Promise.all(asked)).toEqual(Array(9).fill('done'));
  });

  it('are lost for a login that has waited two seconds; a later one gets the next turn', async () => {
    const [first, second] = [ask(), ask()];
    const late = expect(second).rejects.toMatchObject({ code: 'unavailable' });
    await settled();
    now = 2_001;
    await end();
    await late;
    expect(await first).toBe('done');
    const third = ask();
    await end();
    expect(await third).toBe('done');
  });

  it('go on after work that failed, however often', async () => {
    for (let n = 0; n < 20; n += 1)
      await expect(turns.take(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
    const next = ask();
    await end();
    expect(await next).toBe('done');
  });
});
