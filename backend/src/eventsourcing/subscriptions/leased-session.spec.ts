import type { Position, SubscribeOptions } from '../event-store/event-store.js';
import { silentLogger } from '../../platform/logging/logger.js';
import { GATHER_MS, LeasedSession } from './leased-session.js';
import type { LeasedSubscriptionOptions, LeasedWork } from './leased-work.js';

describe('a batch that is taken while the service is busy', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Starts a session. Returns the session and a function that delivers a batch to it. */
  async function begun({ isAwaited, isBusy }: { isAwaited: boolean; isBusy: boolean }) {
    let given: SubscribeOptions | undefined;
    const work: LeasedWork = {
      lease: 'work',
      streamPrefix: 'counter-',
      isAwaited,
      claim: () => Promise.resolve({ name: 'work', version: 1, storeId: 's', position: undefined, epoch: 1 }),
      commit: () => Promise.resolve('moved'),
      move: () => Promise.resolve(true),
    };
    const log = {
      storeId: () => Promise.resolve('s'),
      subscribe: (options: SubscribeOptions) => {
        given = options;
        return { stop: () => Promise.resolve() };
      },
    } as unknown as LeasedSubscriptionOptions['log'];
    const lease = { name: 'work', epoch: 1, held: () => true, stepDown: () => undefined };
    const options = { log, logger: silentLogger, busy: () => isBusy } as LeasedSubscriptionOptions;
    const session = new LeasedSession(work, options, lease, () => undefined);
    await session.run();
    const take = async (): Promise<{ isOver: boolean }> => {
      const batch = { isOver: false };
      void given?.onBatch([], '1' as Position).then(() => {
        batch.isOver = true;
      });
      await jest.advanceTimersByTimeAsync(0);
      return batch;
    };
    return { session, take };
  }

  it('is followed by a pause if no user waits, so that events gather', async () => {
    const { take } = await begun({ isAwaited: false, isBusy: true });
    const batch = await take();
    await jest.advanceTimersByTimeAsync(GATHER_MS - 1);
    expect(batch.isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(batch.isOver).toBe(true);
  });

  it.each([
    ['a user waits', { isAwaited: true, isBusy: true }],
    ['the service is not busy', { isAwaited: false, isBusy: false }],
  ])('is followed at once by the next one if %s', async (_, how) => {
    const { take } = await begun(how);
    expect((await take()).isOver).toBe(true);
  });

  it('does not delay a stop', async () => {
    const { session, take } = await begun({ isAwaited: false, isBusy: true });
    const batch = await take();
    await session.close();
    await jest.advanceTimersByTimeAsync(0);
    expect(batch.isOver).toBe(true);
    expect((await take()).isOver).toBe(true);
  });
});
