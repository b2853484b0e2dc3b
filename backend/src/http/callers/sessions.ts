import type { Role } from '@siegel/contracts/enums';
import { SESSION_IDLE_MS, SESSION_LIFE_MS } from '@siegel/contracts/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StreamNotUnderstood } from '../../eventsourcing/commands/stream-not-understood.js';
import type { Clock } from '../../platform/time/clock.js';
import type { KeyedHash } from '../../platform/crypto/keyed-hash.js';
import type { Tampering } from '../../platform/tampering/tampering.js';
import { commandContextOf } from '../requests/request-context.js';
import {
  type ClaimedRow,
  formerSessionId,
  isMarkedAs,
  newClaim,
  passwordMark,
  provenMark,
  rowOf,
  writeClaim,
} from './session-claim.js';
import { type ProvenCookie, SessionCookies } from './session-cookies.js';
import type { SessionRecords } from './session-records.js';
import type { SessionRow, SessionRows } from './session-rows.js';

const MINUTE_MS = 60_000;

export interface Session {
  readonly role: Role;
  /** Keyed hash: fit for logs and events. */
  readonly id: string;
}

export interface SessionsParts {
  readonly rows: SessionRows;
  readonly records: SessionRecords;
  readonly clock: Clock;
  readonly keyedHash: KeyedHash;
  readonly tampering: Tampering;
  /** What the password of each role is recognised by. */
  readonly passwords: Readonly<Record<Role, string>>;
}

/**
 * Logins of the roles (rule:sessions-end). The cookie, which scripts cannot read, carries a random secret with role,
 * start and password, and the session's id is a keyed hash of all four: no row gives any of them. It is a session
 * while its stream says so and its row is there.
 */
export class Sessions {
  readonly cookieName: string;
  readonly #https: boolean;
  readonly #marks: Readonly<Record<Role, string>>;
  readonly #cookies: SessionCookies;

  constructor(
    private readonly parts: SessionsParts,
    options: { https: boolean },
  ) {
    const { keyedHash, passwords } = parts;
    this.#https = options.https;
    this.#cookies = new SessionCookies(keyedHash);
    this.#marks = {
      admin: passwordMark(keyedHash, passwords.admin),
      auditor: passwordMark(keyedHash, passwords.auditor),
    };
    this.cookieName = options.https ? '__Host-session' : 'session';
  }

  /**
   * Starts a new session; one that the browser had before ends. The row comes first: from it the end is found where
   * nothing else happens, and without its beginning in the stream the session is none.
   * @throws Unavailable where beginning or end cannot be recorded: then there is no session
   */
  async start(role: Role, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { rows, records, clock, keyedHash } = this.parts;
    await this.#end(request, 'login');
    const now = clock.now();
    const claim = newClaim(role, now, this.#marks[role]);
    const row = rowOf(keyedHash, claim);
    await rows.insert(row);
    await records.begin(row.id, role, { ...commandContextOf(request, role, clock), at: now.toISOString() });
    reply.setCookie(this.cookieName, writeClaim(claim), {
      ...this.#cookie(),
      signed: true,
      maxAge: SESSION_LIFE_MS / 1000,
    });
  }

  /** @throws Unavailable where the end cannot be recorded: the cookie stays, so that it can be tried again */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#end(request, 'logout');
    reply.clearCookie(this.cookieName, this.#cookie());
  }

  /**
   * The living session of this browser, kept alive by this very call.
   * @throws Unavailable where its stream cannot be asked
   */
  async find(request: FastifyRequest): Promise<Session | undefined> {
    const proven = this.#provenBy(request);
    if (proven === undefined) return undefined;
    const session = await this.#living(proven);
    if (session === undefined) this.#forget(request);
    return session;
  }

  async #living({ claim, row: written }: ProvenCookie): Promise<Session | undefined> {
    const now = this.parts.clock.now();
    // The password was changed since, or its time is over: neither costs a query.
    if (!isMarkedAs(claim, this.#marks[claim.role])) return undefined;
    if (now.getTime() - claim.start > SESSION_LIFE_MS) return undefined;
    const { rows, records } = this.parts;
    const { id } = written;
    const [row, recorded] = await Promise.all([rows.find(id), records.read(id)]);
    if (row === undefined || !records.isLiving(recorded, now.toISOString())) return undefined;
    this.#compare(row, written);
    return (await this.#isSeen(row, now)) ? { role: claim.role, id } : undefined;
  }

  /** By which password the session of a row was opened: today's of its role, another one, or the row was changed. */
  openedBy(row: ClaimedRow): 'password-of-today' | 'other-password' | 'changed-row' {
    const mark = provenMark(this.parts.keyedHash, row);
    if (mark === undefined) return 'changed-row';
    return mark === this.#marks[row.role] ? 'password-of-today' : 'other-password';
  }

  /** A row that says otherwise than the cookie that its id is a hash of changes nothing, and is told. */
  #compare(row: SessionRow, { role, createdAt, openedWith }: ClaimedRow): void {
    const isAsWritten =
      row.role === role && row.createdAt.getTime() === createdAt.getTime() && row.openedWith === openedWith;
    if (!isAsWritten) this.parts.tampering.found('session', { session: row.id, found: 'changed row' });
  }

  /** Whether the row says that somebody called within two hours; this call is noted in it. */
  async #isSeen({ id, lastSeenAt }: SessionRow, now: Date): Promise<boolean> {
    const idle = now.getTime() - lastSeenAt.getTime();
    if (idle > SESSION_IDLE_MS) return false;
    // Once a minute is enough: a write per call would cost more than it tells.
    if (idle > MINUTE_MS) await this.parts.rows.see(id, now);
    return true;
  }

  /**
   * The event comes first: a row that is left over is refused by the stream. Where that holds what another version wrote,
   * this one cannot end it, and the row alone goes: without it the session is none.
   */
  async #end(request: FastifyRequest, by: 'logout' | 'login'): Promise<void> {
    const { rows, records, clock, keyedHash } = this.parts;
    const proven = this.#provenBy(request);
    if (proven === undefined) {
      const former = formerSessionId(keyedHash, this.#valueOf(request) ?? '');
      return former === undefined ? undefined : rows.delete(former);
    }
    const { id, role } = proven.row;
    try {
      await records.end(id, by, commandContextOf(request, role, clock));
    } catch (error) {
      if (!(error instanceof StreamNotUnderstood)) throw error;
    }
    this.#forget(request);
    await rows.delete(id);
  }

  /** Undefined for a cookie that we did not sign: it costs no query. */
  #provenBy(request: FastifyRequest): ProvenCookie | undefined {
    const cookie = request.cookies[this.cookieName];
    return cookie === undefined ? undefined : this.#cookies.read(cookie, () => this.#valueOf(request));
  }

  #forget(request: FastifyRequest): void {
    const cookie = request.cookies[this.cookieName];
    if (cookie !== undefined) this.#cookies.forget(cookie);
  }

  #valueOf(request: FastifyRequest): string | undefined {
    const { valid, value } = request.unsignCookie(request.cookies[this.cookieName] ?? '');
    return valid && value !== null ? value : undefined;
  }

  #cookie(): { path: string; httpOnly: true; sameSite: 'strict'; secure: boolean } {
    return { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#https };
  }
}
