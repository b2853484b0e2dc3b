import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode } from '@siegel/contracts/errors';
import type { Pool } from 'pg';
import request from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { isPassing } from '#src/http/problems/problem';
import { signature } from '../../steps/samples.js';
import type { TestBackend } from '../../backend/test-backend.js';
import type { Image } from './tables.js';
import type { World } from './world.js';

/** The responses to calls for data that the caller may not see, by the names of the calls. */
export type Answers = ReadonlyMap<string, Answer>;

interface Answer {
  readonly status: number;
  /** Code of a refusal. */
  readonly code: unknown;
  /** True if the response contains the victim's canary word. */
  readonly tells: boolean;
  /** SHA-256 of a response that is a file; undefined for any other response. */
  readonly file: string | undefined;
}

interface Call {
  readonly name: string;
  ask(): request.Test;
}

/**
 * Returns the same browser at another address. It keeps its cookies, because cookies are not bound to a port.
 * Its responses are not checked against the API description, because a refusal may have any form.
 */
const on = (address: string, { jar }: TestAgent): TestAgent => Object.assign(request.agent(address), { jar });

const ADMIN = [
  '/api/admin/ndas',
  '/api/admin/vouchers',
  '/api/admin/obligations',
  '/api/admin/analytics',
  '/api/analytics/summary',
];
const AUDIT = ['/api/audit/ndas', '/api/audit/verify'];

const gets = (who: string, browser: TestAgent, paths: readonly string[]): Call[] =>
  paths.map((path) => ({ name: `${who} GET ${path}`, ask: () => browser.get(path) }));
const ofNda = (id: string): string[] =>
  ['', '/agreement', '/signatures/1', '/signatures/2', '/pdf'].map((rest) => `/api/ndas/${id}${rest}`);

/** Returns calls for data that the callers may see. */
export function ownCallsOf({ backend: { address } }: TestBackend, world: World): readonly Call[] {
  const { ndas, withdrawals } = world;
  const [victim, admin] = [on(address, world.victim), on(address, world.admin)];
  return [
    ...gets('victim', victim, ['/api/ndas', ...ndas.victim.flatMap(ofNda)]),
    ...gets('admin', admin, [
      ...ADMIN,
      ...AUDIT,
      ...ndas.victim.flatMap((id) => [`/api/ndas/${id}`, `/api/audit/ndas/${id}/events`]),
      ...withdrawals.map((id) => `/api/admin/withdrawals/${id}`),
    ]),
  ];
}

/** Returns all calls by which somebody could get other people's data. */
export function callsOf(test: TestBackend, world: World): readonly Call[] {
  const { address } = test.backend;
  const [attacker, auditor, former, nobody] = [
    on(address, world.attacker),
    on(address, world.auditor),
    on(address, world.former),
    on(address, world.anonymous),
  ];
  const ids = [...world.ndas.victim, ...world.ndas.attacker];
  const sign = { partyNumber: '1', signature: signature(5), signatureMode: 'in-person' };
  return [
    ...gets('attacker', attacker, ['/api/ndas', ...ids.flatMap(ofNda)]),
    ...gets('nobody', nobody, ['/api/ndas', ...ids.flatMap(ofNda), ...ADMIN, ...AUDIT]),
    ...gets('holder of links', nobody, [
      ...world.tokens.map((token) => `/api/remote-signature/${token}`),
      ...world.tokens.map((token) => `/api/remote-signature/${token}/pdf`),
      ...world.tokens.map((token) => `/api/disputes/${token}`),
    ]),
    ...gets('former admin', former, [
      ...ADMIN,
      ...AUDIT,
      ...world.ndas.victim.map((id) => `/api/ndas/${id}`),
    ]),
    ...gets('auditor', auditor, [...ADMIN, ...world.ndas.victim.map((id) => `/api/ndas/${id}`)]),
    ...world.ndas.victim.flatMap((id) => [
      { name: `attacker signs ${id}`, ask: () => attacker.post(`/api/ndas/${id}/sign`).send(sign) },
      {
        name: `attacker invites ${id}`,
        ask: () => attacker.post(`/api/ndas/${id}/initiate-remote-signature`),
      },
      { name: `auditor erases ${id}`, ask: () => auditor.delete(`/api/admin/ndas/${id}`) },
      { name: `former admin erases ${id}`, ask: () => former.delete(`/api/admin/ndas/${id}`) },
    ]),
    ...world.withdrawals.flatMap((id) =>
      gets('auditor', auditor, [`/api/admin/withdrawals/${id}`]).concat({
        name: `former admin closes ${id}`,
        ask: () => former.post(`/api/admin/obligations/${id}/close`).send({}),
      }),
    ),
    { name: 'auditor issues a voucher', ask: () => auditor.post('/api/admin/vouchers').send({}) },
  ];
}

export async function ask(calls: readonly Call[], canary: string): Promise<Answers> {
  const answers = new Map<string, Answer>();
  for (const { name, ask: asked } of calls) {
    const { status, text, body, headers } = await asked();
    const isFile = Buffer.isBuffer(body);
    answers.set(name, {
      status,
      code: isFile ? undefined : (body as { code?: unknown } | undefined)?.code,
      tells: new RegExp(canary, 'i').test(`${isFile ? '' : text}${JSON.stringify(headers)}`),
      file: isFile && status === 200 ? createHash('sha256').update(body).digest('hex') : undefined,
    });
  }
  return answers;
}

const isTaken = (status: number): boolean => status < 400;

/** True for the code of a refusal by which a service says that it cannot do something at present. */
const isRefusal = (code: unknown): boolean => code === 'stream_untrusted' || isPassing(code as ErrorCode);

/** A changed row may make something unavailable, but it never causes an internal error. */
const isBroken = ({ status, code }: Answer): boolean => status >= 500 && !(status === 503 && isRefusal(code));

/** Returns a fault for each call that is answered with an internal error. */
export const broken = (answers: Answers): string[] =>
  [...answers].flatMap(([name, answer]) =>
    isBroken(answer) ? [`${name}: ${answer.status} ${String(answer.code)}`] : [],
  );

/**
 * Returns a fault for each call that now succeeds or reveals data, but did not do so before. A call that is
 * refused is a fault only if its response contains the canary word.
 */
export function gained(before: Answers, now: Answers): string[] {
  return [...now].flatMap(([name, { status, tells, file }]) => {
    const then = before.get(name);
    if (!isTaken(status)) return tells && then?.tells !== true ? [`${name} tells of the victim`] : [];
    if (then === undefined || !isTaken(then.status)) return [`${name}: ${status} for ${then?.status}`];
    if (tells && !then.tells) return [`${name} tells of the victim`];
    return file === then.file ? [] : [`${name} is another file`];
  });
}

/**
 * Returns a fault if the service tells the victim that this agreement is gone. Nobody has erased the
 * agreement.
 */
export async function calledErased(test: TestBackend, { victim }: World, id: string): Promise<string[]> {
  const { status } = await on(test.backend.address, victim).get(`/api/ndas/${id}`);
  return status === 404 || status === 410 ? [`the victim is told that ${id} is gone: ${status}`] : [];
}

/** Lasting effects: events, mails, payments, keys, and the list of erasures. */
export interface Recorded {
  readonly events: ReadonlySet<string>;
  readonly mails: ReadonlySet<string>;
  readonly payments: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
  readonly list: string;
  /** Leaves that a signed checkpoint covers. */
  readonly signed: ReadonlySet<string>;
  /** Those of the signed leaves whose event is not in the log. */
  readonly leaves: ReadonlySet<string>;
}

/** An event of the log, as far as a test compares it. */
export interface StoredName {
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  /** The metadata as text. */
  readonly metadata: string;
}

const eventsIn = async (pool: Pool): Promise<readonly StoredName[]> =>
  (
    await pool.query<StoredName>(
      `SELECT stream, revision, type, convert_from(metadata, 'UTF8') AS metadata FROM event_store.events`,
    )
  ).rows;

/** Events that are recorded because somebody reads in a session, not because of a changed row. */
const HARMLESS = /^(?:PersonalDataRead)\.v\d+$/;

/** @param events the events of the log; by default those in the database */
export async function recorded(
  pool: Pool,
  test: TestBackend,
  events?: readonly StoredName[],
): Promise<Recorded> {
  const all = async (sql: string): Promise<Set<string>> => {
    const { rows } = await pool.query<{ one: string }>(sql);
    return new Set(rows.map(({ one }) => one));
  };
  const stored = events ?? (await eventsIn(pool));
  return {
    events: new Set(
      stored
        .filter(({ type }) => !HARMLESS.test(type))
        .map(({ stream, revision, type }) => `${stream} ${revision} ${type}`),
    ),
    mails: await all('SELECT id::text AS one FROM mailbox_messages'),
    payments: await all(`SELECT id || ' ' || status AS one FROM sandbox_payment_intents`),
    keys: await all('SELECT subject AS one FROM vault_keys WHERE wrapped IS NOT NULL'),
    list: await listOf(test),
    ...(await leavesOf(pool, stored)),
  };
}

/** A checkpoint covers only the hashes of leaves, so a leaf may name any stream. */
async function leavesOf(
  pool: Pool,
  events: readonly StoredName[],
): Promise<Pick<Recorded, 'signed' | 'leaves'>> {
  const { rows } = await pool.query<{ one: string; hash: string }>(
    `SELECT place || ' ' || stream AS one, encode(event_hash, 'hex') AS hash FROM log_leaves
     WHERE place < (SELECT max(size) FROM log_checkpoints)`,
  );
  const named = events.map(({ metadata }) => metadata).join();
  const without = rows.filter(({ hash }) => !named.includes(hash));
  return { signed: namesOf(rows), leaves: namesOf(without) };
}

const namesOf = (rows: readonly { readonly one: string }[]): Set<string> =>
  new Set(rows.map(({ one }) => one));

/** Returns the lines about destroyed keys in the list of erasures. Leaves out the marks that a start adds. */
async function listOf({ dataDir }: TestBackend): Promise<string> {
  const text = await readFile(join(dataDir, 'erasures'), 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.includes('"stream"'));
  return [...new Set(lines)].toSorted().join('\n');
}

/**
 * Returns everything that was recorded, mailed, paid or destroyed between `before` and `now`. Each item is a
 * fault.
 * @param lies images that the attack itself wrote or deleted, which are no faults
 */
export function done(before: Recorded, now: Recorded, lies: readonly Image[]): string[] {
  const own = new Set(
    lies.flatMap(({ id, subject, status, stream, revision, type }) => [
      String(id),
      String(subject),
      `${String(id)} ${String(status)}`,
      `${String(stream)} ${String(revision)} ${String(type)}`,
    ]),
  );
  const added = (kind: 'events' | 'mails' | 'payments' | 'leaves', known = before[kind]): string[] =>
    [...now[kind]].filter((one) => !known.has(one) && !own.has(one)).map((one) => `${kind}: ${one}`);
  const destroyed = [...before.keys].filter((one) => !now.keys.has(one) && !own.has(one));
  return [
    ...added('events'),
    ...added('mails'),
    ...added('payments'),
    // A leaf that was signed before is none that the service made because of the attack.
    ...added('leaves', before.signed),
    ...destroyed.map((one) => `key destroyed: ${one}`),
    ...(now.list === before.list ? [] : ['the list of erasures has another line']),
  ];
}
