import { randomBytes } from 'node:crypto';
import type { Role } from '@siegel/contracts/enums';
import { HOUR_MS } from '@siegel/contracts/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Clock } from '../platform/clock.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { inBatches } from '../platform/postgres/in-batches.js';

const ID_BYTES = 32;
const MINUTE_MS = 60_000;
/** A session ends 12 hours after login, or after 2 hours without a call. */
const SESSION_LIFE_MS = 12 * HOUR_MS;
const SESSION_IDLE_MS = 2 * HOUR_MS;

export interface Session {
  readonly role: Role;
  /** Keyed hash: fit for logs and events. */
  readonly id: string;
}

interface SessionRow {
  readonly id: string;
  readonly role: Role;
  readonly last_seen_at: Date;
  readonly opened_with: string;
}

/**
 * Logins of the roles (rule:sessions-end): a random id in a signed cookie that scripts cannot read; the
 * server holds its keyed hash and can end it at any time.
 */
export class Sessions {
  readonly cookieName: string;
  readonly #https: boolean;

  /** @param deps `passwords`: what the password of each role is recognised by */
  constructor(
    private readonly deps: {
      pool: Pool;
      clock: Clock;
      keyedHash: KeyedHash;
      passwords: Readonly<Record<Role, string>>;
    },
    options: { https: boolean },
  ) {
    this.#https = options.https;
    this.cookieName = options.https ? '__Host-session' : 'session';
  }

  /** Starts a new session; one that the browser had before ends. */
  async start(role: Role, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#forget(request);
    const id = randomBytes(ID_BYTES).toString('base64url');
    const now = this.deps.clock.now();
    await inBatches(this.deps.pool, 'DELETE FROM admin_sessions', {
      table: 'admin_sessions',
      where: 'created_at < $1 OR last_seen_at < $2',
      values: this.#oldest(now),
    });
    await this.deps.pool.query(
      'INSERT INTO admin_sessions (id, role, created_at, last_seen_at, opened_with) VALUES ($1, $2, $3, $3, $4)',
      [this.#hash(id), role, now, this.deps.passwords[role]],
    );
    reply.setCookie(this.cookieName, id, { ...this.#cookie(), signed: true, maxAge: SESSION_LIFE_MS / 1000 });
  }

  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#forget(request);
    reply.clearCookie(this.cookieName, this.#cookie());
  }

  /** The living session of this browser, kept alive by this very call. */
  async find(request: FastifyRequest): Promise<Session | undefined> {
    const id = this.#idOf(request);
    if (id === undefined) return undefined;
    const now = this.deps.clock.now();
    const { rows } = await this.deps.pool.query<SessionRow>(
      'SELECT id, role, last_seen_at, opened_with FROM admin_sessions WHERE id = $1 AND created_at >= $2 AND last_seen_at >= $3',
      [this.#hash(id), ...this.#oldest(now)],
    );
    const [row] = rows;
    // The password was changed since.
    if (row === undefined || row.opened_with !== this.deps.passwords[row.role]) return undefined;
    // Once a minute is enough: a write per call would cost more than it tells.
    if (now.getTime() - row.last_seen_at.getTime() > MINUTE_MS) {
      await this.deps.pool.query('UPDATE admin_sessions SET last_seen_at = $2 WHERE id = $1', [row.id, now]);
    }
    return { role: row.role, id: row.id };
  }

  async #forget(request: FastifyRequest): Promise<void> {
    const id = this.#idOf(request);
    if (id !== undefined)
      await this.deps.pool.query('DELETE FROM admin_sessions WHERE id = $1', [this.#hash(id)]);
  }

  #oldest(now: Date): [Date, Date] {
    return [new Date(now.getTime() - SESSION_LIFE_MS), new Date(now.getTime() - SESSION_IDLE_MS)];
  }

  /** A cookie that we did not sign is none: it costs no query. */
  #idOf(request: FastifyRequest): string | undefined {
    const cookie = request.cookies[this.cookieName];
    if (cookie === undefined) return undefined;
    const { valid, value } = request.unsignCookie(cookie);
    return valid && value !== null ? value : undefined;
  }

  #hash(id: string): string {
    return this.deps.keyedHash.of('session', id);
  }

  #cookie(): { path: string; httpOnly: true; sameSite: 'strict'; secure: boolean } {
    return { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#https };
  }
}
