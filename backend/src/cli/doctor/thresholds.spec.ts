import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@siegel/contracts/limits';
import { rsaIdentity } from '../../pades/testing/fixtures.js';
import { checkConnections } from './database-checks.js';
import { checkRoom } from './disk-check.js';
import { answerMs } from './context.js';
import { checkSeal } from './seal-check.js';
import { checkCertificate } from './web-checks.js';
import { checkWaiting } from './work-checks.js';

const GB = 1_000_000_000;

describe('the time that the doctor waits for one answer', () => {
  it('is a whole number of milliseconds for any limit, because timers need that', () => {
    expect(answerMs({ withinMs: 6_801 })).toBe(5_440);
  });
});

describe('the state that the doctor reports', () => {
  it.each([
    ['ok', { free: 5 * GB, files: 1000, filesInAll: 10_000 }],
    ['ok', { free: 5 * GB, files: 0, filesInAll: 0 }],
    ['warning', { free: 0.9 * GB, files: 1000, filesInAll: 10_000 }],
    ['warning', { free: 5 * GB, files: 400, filesInAll: 10_000 }],
    ['fault', { free: 0.09 * GB, files: 1000, filesInAll: 10_000 }],
    ['fault', { free: 5 * GB, files: 99, filesInAll: 10_000 }],
  ])('is %s for a disk with %j', (state, room) => {
    expect(checkRoom('/data', room).state).toBe(state);
  });

  it.each([
    ['ok', 76],
    ['ok', 77],
    ['warning', 78],
  ])('is %s for %d used connections of 97', (state, used) => {
    expect(checkConnections({ used, most: 97 }).state).toBe(state);
  });

  it('names as many connections of a backend as the page does', () => {
    const page = readFileSync(join(__dirname, '../../../../docs/operations.md'), 'utf8');
    const most = /A backend opens at most (\d+) connections/.exec(page)?.[1] ?? 'a number';
    expect(checkConnections({ used: 90, most: 100 })).toMatchObject({
      todo: expect.stringContaining(`(a backend needs up to ${most})`),
    });
  });

  it.each([
    ['ok', undefined],
    ['ok', 59],
    ['warning', 60],
    ['fault', 600],
  ])('is %s for a job that has been due for %s s', (state, seconds) => {
    const oldest = seconds === undefined ? undefined : { task: 'send-mail', seconds };
    expect(checkWaiting({ jobs: 3, parked: 0, oldest }).state).toBe(state);
  });

  it('is a warning for parked jobs, unless a due job waits too long', () => {
    expect(checkWaiting({ jobs: 3, parked: 2, oldest: undefined })).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('2 of them wait until a closed stream is repaired'),
    });
    const oldest = { task: 'send-mail', seconds: 600 };
    expect(checkWaiting({ jobs: 3, parked: 2, oldest }).state).toBe('fault');
  });

  const now = new Date('2026-11-27T12:00:00Z');
  it.each([
    ['ok', 15, undefined],
    ['warning', 13, undefined],
    ['fault', -1, undefined],
    ['fault', 15, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('is %s for a TLS certificate that lasts %d days, problem %s', (state, days, problem) => {
    const validTo = new Date(now.getTime() + days * DAY_MS);
    expect(checkCertificate({ validTo, problem }, now).state).toBe(state);
  });

  it('is a fault for a seal certificate that has expired or is not yet valid, and a warning shortly before the expiry', async () => {
    const identity = rsaIdentity();
    const { notBefore, notAfter } = identity;
    const at = async (from: Date, days: number) =>
      (await checkSeal(identity, new Date(from.getTime() + days * DAY_MS))).state;
    expect(await at(notBefore, -1)).toBe('fault');
    expect(await at(notAfter, 1)).toBe('fault');
    expect(await at(notAfter, -29)).toBe('warning');
    expect(await at(notAfter, -31)).not.toBe('fault');
  });
});
