import 'reflect-metadata';
import type { Pool } from 'pg';
import request from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { projectionsOf } from '#src/app/projections';
import type { RunningBackend } from '#src/app/backend-options';
import { BufferCount, type Read } from '#src/platform/postgres/testing/count-buffers';
import { create, payByCard, sign, untilSent } from '../testing/steps/steps.js';
import { ticksOf, workOf } from '../testing/backend/ticks.js';
import { until } from '#src/platform/testing/until';
import { answer } from './child.js';
import { growTo, writeOldDrafts } from './growing-log.js';
import { STALE_MS } from './settled.js';
import { type BackendWish, startWhole } from './whole-backend.js';

/** A whole backend in a process of its own, with what is asked of it from within. */

const RETENTION = 'erase-old-drafts';
const SIGNING = 'sign-checkpoints';
/** A service of years has caught up long ago; one that was just filled takes as long as it has events. */
const CAUGHT_UP_MS = 3_600_000;

let backend: RunningBackend | undefined;
let url = '';

function running(): RunningBackend {
  if (backend === undefined) throw new Error('not started');
  return backend;
}

async function start(wish: BackendWish): Promise<void> {
  url = wish.databaseUrl;
  backend = await startWhole(wish);
}

const grow = ({ have, wanted }: { have: number; wanted: number }): Promise<number> =>
  growTo(running().infrastructure, have, wanted);

/** Resolves when all subscribers have read the log and no job is due. */
async function caughtUp(): Promise<void> {
  const { infrastructure, address } = running();
  const { pool } = infrastructure;
  const subscribers =
    projectionsOf(running().infrastructure).length + workOf(running(), pool).reactions.length;
  const isQuiet = async (): Promise<boolean> => {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    const lags = metrics.match(/^subscription_lag_seconds\{.*\} .*$/gm) ?? [];
    // By the figures alone: a look at the jobs of its own would read all that wait for later, again and again.
    const jobs = metrics.match(/^jobs_(?:backlog|in_hand)_age_seconds\{.*\} .*$/gm) ?? [];
    return lags.length >= subscribers && [...lags, ...jobs].every((line) => line.endsWith(' 0'));
  };
  let since: number | undefined;
  await until(async () => {
    since = (await isQuiet()) ? (since ?? performance.now()) : undefined;
    return since !== undefined && performance.now() - since > STALE_MS;
  }, CAUGHT_UP_MS);
}

/**
 * What each tick and sweep reads, where nothing is owed. The last go of a round has less to look at than the others:
 * it counts twice, an odd number of goes apart, and the greater one holds.
 */
async function ticks(): Promise<[string, Read][]> {
  const count = new BufferCount(url);
  try {
    const counts: [string, Read][] = [];
    for (const { name, run } of ticksOf(running(), count.pool)) {
      const go = (): Promise<void> => run(new AbortController().signal);
      const one = await count.of(go);
      await go();
      const other = await count.of(go);
      counts.push([name, one.buffers > other.buffers ? one : other]);
    }
    return counts;
  } finally {
    await count.end();
  }
}

/** A checkpoint over all leaves: a service signs one every some minutes, and its start finds no more without one. */
async function signed(): Promise<void> {
  const tick = ticksOf(running(), running().infrastructure.backgroundPool).find(
    ({ name }) => name === SIGNING,
  );
  if (tick === undefined) throw new Error(`there is no ${SIGNING}`);
  await tick.run(new AbortController().signal);
}

const browser = (): TestAgent => request.agent(running().address);

async function journey(agent: TestAgent): Promise<string> {
  const id = await create(agent);
  await sign(agent, id, 1);
  await sign(agent, id, 2);
  await payByCard(agent, id);
  await untilSent(agent, id);
  return id;
}

/** From the first word to the sent document. */
async function journeys(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await journey(browser());
}

/** Journeys side by side, without end; resolves when as many as go on at a time are through. */
function journeysGoOn(atOnce: number): Promise<void> {
  let through = 0;
  return new Promise((resolve, reject) => {
    const walk = async (): Promise<never> => {
      for (;;) {
        await journey(browser());
        through += 1;
        if (through === atOnce) resolve();
      }
    };
    for (let n = 0; n < atOnce; n += 1) void walk().catch(reject);
  });
}

async function reads(times: number): Promise<void> {
  const agent = browser();
  const id = await create(agent);
  for (let n = 0; n < times; n += 1) await agent.get(`/api/ndas/${id}`).expect(200);
}

async function readiness(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await browser().get('/health/ready').expect(200);
}

const oldDrafts = (drafts: { due: number; held: number }): Promise<void> =>
  writeOldDrafts(running().infrastructure, drafts);

/** Rounds until everything that is due is erased, keys and all. */
async function retention(): Promise<void> {
  const { backgroundPool: pool } = running().infrastructure;
  const round = ticksOf(running(), pool).find(({ name }) => name === RETENTION);
  if (round === undefined) throw new Error(`there is no ${RETENTION}`);
  while ((await draftsOf(pool)) > 0) {
    await round.run(new AbortController().signal);
    await caughtUp();
  }
}

async function draftsOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ due: number }>(
    `SELECT count(*)::int AS due FROM ndas
     WHERE status = 'draft' AND erased_at IS NULL AND legal_hold_since IS NULL
       AND created_at < now() - interval '31 days'`,
  );
  return rows[0]?.due ?? 0;
}

answer({
  start,
  grow,
  caughtUp,
  signed,
  ticks,
  journeys,
  journeysGoOn,
  reads,
  readiness,
  oldDrafts,
  retention,
  stop: async () => backend?.stop(),
});
