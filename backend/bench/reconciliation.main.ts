import 'reflect-metadata';
import request from 'supertest';
import { bareRows } from '#src/agreements/testing/bare-rows';
import type { RunningBackend } from '#src/app/backend-options';
import { lookAtPaymentRequest, LookAtPaymentJob } from '#src/payments/look-at-payment.job';
import { StripeDouble } from '#src/payments/stripe/testing/stripe-double';
import { TryAgainIn } from '#src/platform/jobs/job';
import { BufferCount, type Read } from '#src/platform/postgres/testing/count-buffers';
import { create, openIntent, sign } from '../testing/steps/steps.js';
import { ticksOf } from '../testing/backend/ticks.js';
import { until } from '#src/platform/testing/until';
import { answer } from './child.js';
import { type BackendWish, startWhole } from './whole-backend.js';

/** A whole backend before the double of Stripe's API in one process, with payments that nobody finishes. */

export interface Reconciled {
  /** Of one sweep. */
  readonly read: Read;
  readonly sweepMs: number;
  /** All looks that it calls for, one after the other. */
  readonly looksMs: number;
  /** Of Stripe's API, by all of them. */
  readonly calls: number;
}

const SWEEP = 'sweep:owed-looks';
const stripe = new StripeDouble();
const open: string[] = [];
let backend: RunningBackend | undefined;
let url = '';

function running(): RunningBackend {
  if (backend === undefined) throw new Error('not started');
  return backend;
}

async function start(wish: BackendWish): Promise<void> {
  url = wish.databaseUrl;
  const env = {
    STRIPE_API_BASE: await stripe.start(),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_bench',
  };
  backend = await startWhole({ ...wish, env });
}

/** So many people who ask for a payment and go. */
async function leaveOpen(payments: number): Promise<void> {
  const browser = request.agent(running().address);
  while (open.length < payments) {
    const id = await create(browser);
    await sign(browser, id, 1);
    await openIntent(browser, id);
    open.push(id);
  }
  const { pool } = running().infrastructure;
  await until(async () => {
    const { rows } = await pool.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM ndas WHERE intents_open_of <> '[]'::jsonb",
    );
    return rows[0]?.n === payments;
  });
}

/** Rows of agreements of which all payments are over, up to so many. */
async function grow(ndas: number): Promise<void> {
  const { pool } = running().infrastructure;
  const over = bareRows(['id'], "SELECT md5('over' || n)::uuid FROM generate_series(1, $1::int) n");
  await pool.query(`${over} ON CONFLICT DO NOTHING`, [ndas]);
  await pool.query('VACUUM ANALYZE ndas');
}

async function reconcile(): Promise<Reconciled> {
  const count = new BufferCount(url);
  try {
    const sweep = ticksOf(running(), count.pool).find(({ name }) => name === SWEEP);
    if (sweep === undefined) throw new Error(`there is no ${SWEEP}`);
    const go = () => sweep.run(new AbortController().signal);
    const read = await count.of(go);
    const sweepMs = await taken(go);
    const job = running().app.get(LookAtPaymentJob);
    const before = stripe.requests.length;
    const looksMs = await taken(async () => {
      for (const id of open) await job.run(lookAtPaymentRequest(id, 1).payload).catch(isLater);
    });
    return { read, sweepMs, looksMs, calls: stripe.requests.length - before };
  } finally {
    await count.end();
  }
}

async function taken(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** It is open still: there is another look. */
function isLater(error: unknown): void {
  if (!(error instanceof TryAgainIn) || error.cause !== undefined) throw error;
}

answer({
  start,
  leaveOpen,
  grow,
  reconcile,
  stop: async () => {
    await backend?.stop();
    await stripe.stop();
  },
});
