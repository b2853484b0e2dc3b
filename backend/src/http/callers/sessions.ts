import type { Role } from '@siegel/contracts/enums';
import { SESSION_IDLE_MS, SESSION_LIFE_MS } from '@siegel/contracts/limits';
import { ownMember } from '@siegel/contracts/own-members';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StreamNotUnderstood } from '../../eventsourcing/commands/stream-not-understood.js';
import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
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
  /** A keyed hash, which is safe for logs and events. */
  readonly id: string;
}

export interface SessionsParts {
  readonly rows: SessionRows;
  readonly records: SessionRecords;
  readonly clock: Clock;
  readonly keyedHash: KeyedHash;
  readonly tampering: Tampering;
  /** The digests of the roles' passwords. */
  readonly passwords: Readonly<Record<Role, string>>;
}

/**
 * The sessions of the admin and the auditor (rule:sessions-end). The session's cookie contains a random
 * secret, the role, the start and the mark of the password. Scripts cannot read the cookie. The session's id
 * is a keyed hash of these four values, so a row's id reveals none of them. A session is alive as long as its
 * stream says so and its row exists.
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
   * Ends the browser's previous session and starts a new one. The row is written before the event. So every
   * session that has begun has a row, by which the session can be found and ended. A row without the event is
   * not a session.
   * @throws Unavailable if the end of the previous session or the beginning of the new session cannot be
   * recorded. No session is started then.
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

  /**
   * Ends the session of this browser and deletes the cookie.
   * @throws Unavailable if the end cannot be recorded. The cookie is then kept, so that the user can try
   * again.
   */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#end(request, 'logout');
    reply.clearCookie(this.cookieName, this.#cookie());
  }

  /**
   * Returns this browser's session if it is alive, and prolongs the session.
   * @throws Unavailable if the session's stream cannot be read
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
    // The password may have changed, or the session may have expired. Neither check costs a query.
    if (!isMarkedAs(claim, this.#marks[claim.role])) return undefined;
    if (now.getTime() - claim.start > SESSION_LIFE_MS) return undefined;
    const { rows, records } = this.parts;
    const { id } = written;
    const [row, recorded] = await Promise.all([rows.find(id), records.read(id)]);
    if (row === undefined || !records.isLiving(recorded, now.toISOString())) return undefined;
    this.#compare(row, written);
    return (await this.#isSeen(row, now)) ? { role: claim.role, id } : undefined;
  }

  /**
   * Returns which password opened the session of a row: the current password of the role or another password.
   * Returns `changed-row` if somebody changed the row, because the password is then unknown.
   */
  openedBy(row: ClaimedRow): 'password-of-today' | 'other-password' | 'changed-row' {
    const mark = provenMark(this.parts.keyedHash, row);
    if (mark === undefined) return 'changed-row';
    return mark === this.#marks[row.role] ? 'password-of-today' : 'other-password';
  }

  /**
   * Reports tampering if a row differs from the row that follows from the cookie. The cookie can be trusted,
   * because the session's id is a hash of the cookie's content.
   */
  #compare(row: SessionRow, { role, createdAt, openedWith }: ClaimedRow): void {
    const isAsWritten =
      row.role === role && row.createdAt.getTime() === createdAt.getTime() && row.openedWith === openedWith;
    if (!isAsWritten) this.parts.tampering.found('session', { session: row.id, found: 'changed row' });
  }

  /**
   * True if the previous request in this session was within the last two hours. If so, writes the time of the
   * current request to the row, at most once a minute.
   */
  async #isSeen({ id, lastSeenAt }: SessionRow, now: Date): Promise<boolean> {
    const idle = now.getTime() - lastSeenAt.getTime();
    if (idle > SESSION_IDLE_MS) return false;
    // One write a minute is enough. A write for each call would cost more than it is worth.
    if (idle > MINUTE_MS) await this.parts.rows.see(id, now);
    return true;
  }

  /**
   * Records the end of the session. The event is appended before the row is deleted. If the row is not
   * deleted, it does no harm, because the stream already says that the session has ended. If the stream is
   * closed, or has events that this version does not understand, no event is appended. Deleting the row is
   * then enough, because a session without a row has ended.
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
      // Such a session is not valid, and nothing can be recorded about its end.
      if (!(error instanceof StreamNotUnderstood || error instanceof StreamUntrusted)) throw error;
    }
    this.#forget(request);
    await rows.delete(id);
  }

  /**
   * Returns the data that the request's cookie proves; undefined if the request has no cookie that the
   * service signed. Needs no query.
   */
  #provenBy(request: FastifyRequest): ProvenCookie | undefined {
    const cookie = ownMember(request.cookies, this.cookieName);
    return cookie === undefined ? undefined : this.#cookies.read(cookie, () => this.#valueOf(request));
  }

  #forget(request: FastifyRequest): void {
    const cookie = ownMember(request.cookies, this.cookieName);
    if (cookie !== undefined) this.#cookies.forget(cookie);
  }

  #valueOf(request: FastifyRequest): string | undefined {
    const { valid, value } = request.unsignCookie(ownMember(request.cookies, this.cookieName) ?? '');
    return valid && value !== null ? value : undefined;
  }

  #cookie(): { path: string; httpOnly: true; sameSite: 'strict'; secure: boolean } {
    return { path: '/', httpOnly: true, sameSite: 'strict', secure: this.#https };
  }
}
