import type { FastifyRequest } from 'fastify';
import type { Commands } from '../../bus/commands.js';
import type { Clock } from '../../platform/time/clock.js';
import { Erasures } from './erasures.js';

const request = { id: 'request-1', headers: {} } as unknown as FastifyRequest;
const clock: Clock = { now: () => new Date('2026-11-12T10:00:00.000Z') };

/**
 * Returns `Erasures` for one NDA. The NDA's key is destroyed after the state has been read `looks` times;
 * with `Infinity` it is never destroyed. Each wait takes 1.5 s of mocked time.
 */
function erasures(looks: number): { erase: () => Promise<boolean>; waited: number[]; run: jest.Mock } {
  let [now, looked] = [0, 0];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const waited: number[] = [];
  const run = jest.fn(async () => ({}));
  const commands = {
    state: async () => {
      looked += 1;
      return { revision: looked, state: { keyDestroyedAt: looked > looks ? '2026-11-12' : null } };
    },
    lastTrusted: async () => ({ head: 1, revision: 1, untrusted: undefined }),
    run,
  } as unknown as Commands;
  const waitFor = async (_: string, __: string, ___: number, ms = 0): Promise<boolean> => {
    waited.push(ms);
    now += 1500;
    return true;
  };
  const made = new Erasures(commands, { waitFor }, clock);
  return { erase: () => made.erase('01930000-0000-7000-8000-000000000001', request), waited, run };
}
afterEach(() => jest.restoreAllMocks());

describe('an erasure', () => {
  it('resolves when the key is destroyed', async () => {
    const { erase, run } = erasures(2);
    expect(await erase()).toBe(true);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is awaited for at most four seconds', async () => {
    const { erase, waited } = erasures(Infinity);
    expect(await erase()).toBe(false);
    expect(waited).toEqual([4000, 2500, 1000]);
  });
});
