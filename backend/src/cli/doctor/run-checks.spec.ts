import { OperatorError } from '../../platform/errors/operator-error.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { type Check, ok, type CheckResult, warning } from './check.js';
import { reportLine, reportText } from './report.js';
import { runChecks } from './run-checks.js';

const check = (name: string, run: Check['run'], needs: readonly string[] = []): Check => ({
  name,
  needs,
  todo: `mend ${name}`,
  run,
});
const well = async (): Promise<CheckResult> => ok('Well.');
const silent = (): Promise<CheckResult> => new Promise(() => {});
const WITHIN_MS = scaledTimeout(5_000);

describe('the checks of the doctor', () => {
  it('report a fault, and are not tried if they need the faulty check, directly or indirectly', async () => {
    const checks = [
      check('one', () => Promise.reject(new OperatorError('It is away.\n  Start it.'))),
      check('two', well, ['one']),
      check('three', well, ['two']),
      check('four', well),
    ];
    const outcomes = await runChecks(checks, WITHIN_MS);
    expect(outcomes).toEqual([
      { name: 'one', state: 'fault', says: 'It is away. Start it.', todo: 'mend one' },
      { name: 'two', state: 'not tried', says: "Not tried, because the check 'one' found a fault." },
      { name: 'three', state: 'not tried', says: "Not tried, because the check 'one' found a fault." },
      { name: 'four', state: 'ok', says: 'Well.' },
    ]);
  });

  it('are tried even if a check that they need gives a warning, or cannot find anything out itself', async () => {
    const checks = [
      check('one', async () => warning('Soon over.', 'Renew it.')),
      check('two', async () => ({ state: 'not tried', says: 'Nobody is there.' }) as const),
      check('three', well, ['one', 'two']),
    ];
    const outcomes = await runChecks(checks, WITHIN_MS);
    expect(outcomes.map(({ state }) => state)).toEqual(['warning', 'not tried', 'ok']);
  });

  it('have a time limit each, and a check that hangs delays no other', async () => {
    let isTold = false;
    const hanging = (signal: AbortSignal): Promise<CheckResult> => {
      signal.addEventListener('abort', () => (isTold = true));
      return silent();
    };
    const outcomes = await runChecks(
      [check('one', hanging), check('two', well), check('three', well, ['one'])],
      20,
    );
    expect(outcomes).toEqual([
      {
        name: 'one',
        state: 'fault',
        says: 'No answer within 0.02 s. If the machine or the network is slow, repeat with more time: siegel doctor --within 12.',
        todo: 'mend one',
      },
      { name: 'two', state: 'ok', says: 'Well.' },
      { name: 'three', state: 'not tried', says: "Not tried, because the check 'one' found a fault." },
    ]);
    expect(isTold).toBe(true);
  });

  it('say that a fault may only mean too little time if the fault came after most of the time', async () => {
    let aheadMs = 0;
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    const slow = async (): Promise<CheckResult> => {
      aheadMs += 4_100;
      throw new OperatorError('No node was found.');
    };
    const quick = check('quick', () => Promise.reject(new OperatorError('It is away.')));
    expect((await runChecks([quick], 5_000))[0]?.says).toBe('It is away.');
    const [outcome] = await runChecks([check('slow', slow)], 5_000);
    expect(outcome?.says).toMatch(
      /^No node was found\. The check took 4\.\d s of its 5 s\. If the machine .*--within 60\.$/,
    );
    const [fine] = await runChecks([check('fine', () => slow().catch(well))], 5_000);
    expect(fine?.says).toBe('Well.');
    clock.mockRestore();
  });

  it('do not repeat the message of an unexpected error, which may be secret', async () => {
    const odd = Object.assign(new TypeError('postgres://siegel:secret@db'), { code: 'ERR_ODD' });
    const [outcome] = await runChecks([check('one', () => Promise.reject(odd))], WITHIN_MS);
    expect(outcome?.says).toBe('The check failed unexpectedly: TypeError ERR_ODD.');
  });

  it('name a right that the database role lacks, and a file that cannot be used', async () => {
    const denied = Object.assign(new Error('permission denied for table x'), { code: '42501' });
    const closed = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/a' });
    const failing = (cause: Error) => async (): Promise<CheckResult> => {
      throw cause;
    };
    const checks = [denied, closed].map((error, n) => check(`${n}`, failing(error)));
    expect(await runChecks(checks, WITHIN_MS)).toEqual([
      {
        name: '0',
        state: 'fault',
        says: 'The role of DATABASE_URL lacks a right: permission denied for table x.',
        todo: 'Make the role the owner of the database and of everything in it, or grant it that right.',
      },
      { name: '1', state: 'fault', says: '/a cannot be used (EACCES).', todo: 'mend 1' },
    ]);
  });
});

describe('the report of the doctor', () => {
  const outcomes = [
    { name: 'database', state: 'fault', says: 'It is away.', todo: 'Start it.' },
    { name: 'mail', state: 'ok', says: 'It greets us.' },
  ] as const;

  it('has one line for each check, with advice', () => {
    expect(reportText(outcomes)).toBe(
      'FAULT    database  It is away. -> Start it.\nok       mail      It greets us.',
    );
  });

  it('is one line of JSON for programs', () => {
    expect(JSON.parse(reportLine('fault', outcomes))).toEqual({ state: 'fault', checks: outcomes });
  });
});
