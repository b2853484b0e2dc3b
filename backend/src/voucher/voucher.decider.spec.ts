import { createCommandRunner } from '../eventsourcing/commands/create-command-runner.js';
import { StreamNotUnderstood } from '../eventsourcing/commands/stream-not-understood.js';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { history, START, VOUCHER_ID } from './testing/given.js';
import { issued, redeemed } from './testing/samples.js';
import { lenientVoucherDecider, voucherDecider } from './voucher.decider.js';

describe('the stream of a voucher with an unknown event (rule:unknown-is-not-folded)', () => {
  const events = history([issued, redeemed()]).map((event, n) => ({ ...event, unknown: n === 1 }));
  const head = { stream: voucherDecider.stream(VOUCHER_ID), revision: 1, hash: 'f'.repeat(64), at: START };
  const journal = { load: async () => ({ events, head }) } as unknown as Pick<Journal, 'load' | 'append'>;
  const runner = createCommandRunner({ journal });

  it('has no state, except for finishing an erasure', async () => {
    await expect(runner.state(voucherDecider, VOUCHER_ID)).rejects.toThrow(StreamNotUnderstood);
    const { state } = await runner.state(lenientVoucherDecider, VOUCHER_ID);
    expect(state).toEqual(
      history([issued]).reduce(lenientVoucherDecider.evolve, lenientVoucherDecider.initial),
    );
  });
});
