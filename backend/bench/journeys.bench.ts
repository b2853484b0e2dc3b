import { setTimeout as pause } from 'node:timers/promises';
import type { BenchEnvironment } from './bench-environment.js';
import { Customer, mailsOf } from './customer.js';
import { runAtRate, runConcurrently } from './load.js';
import { loggedIn } from './logged-in-calls.js';
import { atLeast, atMost, type Line, notSlower, only } from './report.js';
import { usedBy } from './running.js';
import { median, quantile } from './statistics.js';

const PER_SECOND = 10;
const LEAST_PER_SECOND = 7;
const SECONDS = 120;
const MOST_REQUEST_MS = 100;
/**
 * Limit on the ratio between the times of the last fifth and the second fifth of the journeys. A higher ratio
 * means that work piles up.
 */
const MOST_GROWTH = 1.5;
const MOST_MEBIBYTES = 300;
const IDLE_MS = 30_000;
/** Number of vouchers that are made at once, before anything is measured. */
const CONCURRENT_VOUCHERS = 8;

/**
 * Makes whole agreements at a steady rate on one complete backend, from the first form to the acceptance of
 * both mails. The parties sign in person and pay with a voucher.
 */
export async function benchJourneys(environment: BenchEnvironment, seconds = SECONDS): Promise<Line[]> {
  const { port } = await environment.emptyBackend('journeys');
  const codes = await vouchers(environment, port, Math.ceil(PER_SECOND * seconds * 1.5));
  /**
   * Milliseconds from when a journey was due until both mails were accepted. There is one number for each
   * journey, in the order in which the journeys started.
   */
  const whole: number[] = [];
  const requests: number[] = [];
  const before = await usedBy(port);
  const began = performance.now();
  await runAtRate(PER_SECOND, seconds, async (due, n) => {
    const customer = new Customer(port, requests);
    await customer.createSigned(mailsOf(n));
    await customer.payByVoucher(codes[n] ?? '');
    await customer.untilSent();
    whole[n] = performance.now() - due;
  });
  const rate = (whole.length * 1000) / (performance.now() - began);
  const after = await usedBy(port);
  await pause(IDLE_MS);
  const rested = await usedBy(port);
  const fifth = (n: number): number =>
    median(whole.slice(Math.floor((whole.length * n) / 5), Math.floor((whole.length * (n + 1)) / 5)));
  const growth = { siegel: fifth(4), baseline: fifth(1), most: MOST_GROWTH, unit: 'ms' };
  return [
    atLeast(
      `journeys completed per second, ${PER_SECOND} begun per second for ${seconds} s`,
      rate,
      LEAST_PER_SECOND,
      '/s',
    ),
    atMost('  requests, p95', quantile(requests, 0.95), MOST_REQUEST_MS, 'ms'),
    only('  first form to both mails accepted, median', median(whole), 'ms'),
    notSlower('  the same, median of the last fifth; baseline: of the second fifth', growth),
    only('  CPU of the backend per journey', ((after.cpu - before.cpu) * 1000) / whole.length, 'ms'),
    atMost(`  memory (RSS) after ${IDLE_MS / 1000} idle seconds`, rested.memory, MOST_MEBIBYTES, 'MiB'),
  ];
}

/** Makes vouchers and returns their codes, one for each journey. */
async function vouchers(environment: BenchEnvironment, port: number, count: number): Promise<string[]> {
  const admin = await loggedIn(environment, port);
  const codes: string[] = [];
  const make = async (): Promise<void> => {
    const made = await admin.ask<{ code: string }>(
      { method: 'POST', path: '/api/admin/vouchers', body: {} },
      201,
    );
    codes.push(made.code);
  };
  await runConcurrently(CONCURRENT_VOUCHERS, (n) => n < count, make);
  return codes;
}
