import type { CommandRunner } from '../eventsourcing/commands/command-runner.js';
import { contextAt } from '../eventsourcing/journal/testing/recorded.js';
import { RateLimited } from '../http/problems/http-errors.js';
import { newId } from '../platform/crypto/ids.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { withdrawalDecider } from './model/withdrawal.decider.js';
import type { ReceiptKind } from './model/withdrawal.events.js';
import { type WithdrawalAct, WithdrawalDesk } from './declare-withdrawal.js';
import type { ReceiptAdmission } from './receipt-admission.js';

const request = { name: 'Grace', email: 'grace@example.org', reference: 'an order' };
const CALL = { name: 'withdrawals', bucket: 'b', windowStart: 0 } as const;

describe('the desk of withdrawals', () => {
  let bench: TestInfrastructure;
  let admitted: string[];
  let takenBack: number;
  let waits: (() => void)[];
  let receipt: ReceiptKind | Error;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());
  beforeEach(() => {
    [admitted, takenBack, waits, receipt] = [[], 0, [], 'brief'];
  });

  const desk = (
    commands: Pick<CommandRunner, 'run' | 'state'> = bench.infrastructure.commands,
    wait = async (): Promise<void> => {},
  ) => {
    const admission: Pick<ReceiptAdmission, 'admit' | 'takeBack'> = {
      admit: async (_, client) => {
        admitted.push(client);
        if (receipt instanceof Error) throw receipt;
        return { receipt, counted: [CALL] };
      },
      takeBack: async (counted) => {
        takenBack += counted.length;
      },
    };
    return new WithdrawalDesk(commands, admission, wait);
  };
  const act = (idempotencyKey: string | undefined): WithdrawalAct => ({
    request,
    language: 'de',
    idempotencyKey,
    client: '203.0.113.1',
    context: contextAt(bench.clock.now().toISOString(), { commandId: newId(), correlationId: newId() }),
  });

  it.each([
    ['whole', 'sent'],
    ['brief', 'sent'],
    ['withheld', 'withheld'],
  ] as const)('says of a receipt that is %s: %s', async (decided, mail) => {
    receipt = decided;
    expect(await desk().declare(act(newId()))).toMatchObject({ mail });
    expect(takenBack).toBe(0);
  });

  it('counts a repeated declaration once, and gives it the same answer, even beyond every limit', async () => {
    const key = newId();
    const first = await desk().declare(act(key));
    receipt = 'withheld';
    expect(await desk().declare(act(key))).toEqual(first);
    receipt = new RateLimited(1);
    expect(await desk().declare(act(key))).toEqual(first);
    expect(admitted).toHaveLength(1);
    await expect(desk().declare(act(newId()))).rejects.toBe(receipt);
  });

  it('counts two concurrent equal declarations once, in one backend and in two', async () => {
    const [key, other] = [newId(), newId()];
    // Each call reads an empty stream, as if no other call had recorded the declaration yet.
    const state = jest.fn().mockResolvedValue({ state: withdrawalDecider.initial });
    const run: CommandRunner['run'] = (...command) => bench.infrastructure.commands.run(...command);
    const here = desk({ state, run });
    const answers = await Promise.all([1, 2, 3].map(() => here.declare(act(key))));
    expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
    expect([admitted.length, takenBack]).toEqual([1, 0]);
    const desks = [desk({ state, run }), desk({ state, run })];
    const two = await Promise.all(desks.map((one) => one.declare(act(other))));
    expect(two[0]).toEqual(two[1]);
    expect([admitted.length, takenBack]).toEqual([3, 1]);
  });

  it('takes the count back if nothing could be recorded', async () => {
    const { commands } = bench.infrastructure;
    const away = { ...commands, run: () => Promise.reject(new Error('the store is away')) };
    const failing = desk({ state: (...query) => commands.state(...query), run: away.run });
    const key = newId();
    await expect(failing.declare(act(key))).rejects.toThrow('the store is away');
    expect(takenBack).toBe(1);
    expect(await desk().declare(act(key))).toMatchObject({ mail: 'sent' });
  });

  it.each([
    ['taken', 'brief' as const],
    ['refused', new RateLimited(1)],
  ])('gives no answer before the shortest answer time if the declaration is %s', async (_, decided) => {
    receipt = decided;
    let isAnswered = false;
    const waiting = new Promise<void>((resolve) => waits.push(resolve));
    const answer = desk(undefined, () => waiting)
      .declare(act(newId()))
      .finally(() => (isAnswered = true));
    answer.catch(() => undefined);
    // The first declaration is still waiting, although three other declarations do as much work and finish.
    for (let others = 0; others < 3; others += 1) await Promise.allSettled([desk().declare(act(newId()))]);
    expect(isAnswered).toBe(false);
    waits.forEach((over) => over());
    await Promise.allSettled([answer]);
    expect(isAnswered).toBe(true);
  });
});
