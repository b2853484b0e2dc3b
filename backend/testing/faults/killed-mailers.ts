import type { AddressInfo, Server } from 'node:net';
import type { Pool } from 'pg';
import { type Received, type SmtpAnswer, type SmtpStage, smtpServer } from '#src/mail/testing/smtp-server';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import { type BuiltBackend, type Environment, launch } from '../backend/built-backend.js';
import { StoppedAppends } from './stopped-appends.js';
import { until } from '#src/platform/testing/until';

/** The moment at which a backend is killed. */
export type Moment =
  | 'before an event is recorded'
  | 'once an event is recorded'
  | 'before a mail is given away'
  | 'once a mail is given away';

/** A backend with its own mail server. */
interface Member {
  readonly name: string;
  readonly server: Server;
  readonly env: Environment;
  readonly port: number;
  backend: BuiltBackend | undefined;
}

const idOf = (message: string): string => /^Message-ID: (\S+)/im.exec(message)?.[1] ?? '';
const never = new Promise<void>(() => undefined);
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

/**
 * Backends on one database that are killed at each event and each mail. Each append to a watched stream and
 * each mail is stopped once. At that moment, the backend that makes the append or sends the mail is killed.
 * Then a stopped append is committed or rolled back, and the backend starts again.
 */
export class KilledMailers {
  readonly received: Received[] = [];
  readonly kills: string[] = [];
  /** Copies of messages that a mail server accepted although no backend got the mail server's response. */
  private readonly lost = new Set<string>();
  private readonly appends: StoppedAppends;
  private members: Member[] = [];
  private readonly stoppedMails: { readonly backend: string; readonly what: string }[] = [];
  private readonly seen = new Set<string>();
  private aheadMs = 0;
  private isHunting = false;
  private hunt = Promise.resolve();
  private atWork = Promise.resolve();
  private reviving: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly moments: readonly Moment[],
  ) {
    this.appends = new StoppedAppends(pool);
  }

  /** Returns the number of times that a mail server's response to a message was lost. */
  lostOf(messageId: string): number {
    return [...this.lost].filter((copy) => copy.startsWith(`${messageId} `)).length;
  }

  get urls(): string[] {
    return this.members.map(({ port }) => `http://localhost:${port}`);
  }

  /**
   * Starts the backends.
   * @param env variables without a mail server, because each backend gets its own
   */
  async start(env: Environment, databaseUrl: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const server = smtpServer(this.received, (stage, line, { recipient = '' }) =>
        this.answer(name, stage, line, recipient),
      );
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const { port } = server.address() as AddressInfo;
      const member = {
        name,
        server,
        port: await freePort(),
        env: {
          ...env,
          DATABASE_URL: StoppedAppends.urlOf(databaseUrl, name),
          SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
          MAIL_FROM: 'Siegel <nda@siegel.example>',
        },
        backend: undefined,
      };
      this.members.push(member);
      await this.revive(member);
    }
    await this.appends.install();
    this.isHunting = true;
    this.hunt = this.killThem();
  }

  /** From now on, kills the backends at their appends to this stream, and to no other. */
  async killIn(stream: string): Promise<void> {
    await this.appends.stop(stream);
  }

  /** Restarts all backends with clocks that are this many milliseconds ahead. */
  async moveTo(aheadMs: number): Promise<void> {
    await this.alone(async () => {
      for (const member of this.members) await this.kill(member, 'the clock');
      this.aheadMs = aheadMs;
      for (const member of this.members) this.revives(member);
    });
  }

  /** Resolves when no kill is in progress. */
  rested(): Promise<void> {
    return this.alone(() => Promise.resolve());
  }

  async stop(): Promise<void> {
    this.isHunting = false;
    await this.hunt.catch(() => undefined);
    for (const { backend, server } of this.members) {
      await backend?.end('SIGKILL');
      await new Promise((resolve) => {
        server.close(resolve);
      });
    }
  }

  /** Rejects if a backend could not be started again. */
  get hunted(): Promise<void> {
    return this.hunt;
  }

  private answer(backend: string, stage: SmtpStage, line: string, recipient: string): SmtpAnswer {
    if (stage === 'RCPT' && this.moments.includes('before a mail is given away')) {
      const before = this.received.filter(({ to }) => to.includes(recipient)).length;
      return this.stops(backend, `before mail ${before} to ${recipient}`) ? 'silence' : undefined;
    }
    if (stage === '.' && this.moments.includes('once a mail is given away'))
      return this.stops(backend, `after ${idOf(line)}`) ? { after: never } : undefined;
    return undefined;
  }

  /** Returns true on the first call for each mail and moment. The backend is then killed at that moment. */
  private stops(backend: string, what: string): boolean {
    if (!this.isHunting || this.seen.has(what)) return false;
    this.seen.add(what);
    this.stoppedMails.push({ backend, what });
    return true;
  }

  private async killThem(): Promise<void> {
    while (this.isHunting) {
      await this.alone(async () => {
        await this.killAtMail();
        await this.killAtAppend();
      });
      await pause();
    }
    await this.reviving;
  }

  private async killAtMail(): Promise<void> {
    const stopped = this.stoppedMails.shift();
    if (stopped === undefined) return;
    const member = this.named(stopped.backend);
    await this.kill(member, stopped.what);
    this.revives(member);
  }

  private async killAtAppend(): Promise<void> {
    const stopped = await this.appends.next();
    if (stopped === undefined) return;
    const hows = this.moments.filter((moment) => moment.includes('event'));
    const how = hows[this.kills.length % hows.length];
    if (how === undefined) return stopped.end('committed');
    const member = this.named(stopped.backend);
    await this.kill(member, `${how}: ${stopped.event}`);
    await stopped.end(how === 'once an event is recorded' ? 'committed' : 'rolled back');
    this.revives(member);
  }

  private named(name: string): Member {
    const member = this.members.find((one) => one.name === name);
    if (member === undefined) throw new Error(`no backend is called ${name}`);
    return member;
  }

  private async kill(member: Member, what: string): Promise<void> {
    await member.backend?.end('SIGKILL');
    this.kills.push(what);
    const { rows } = await this.pool.query<{ id: string }>(
      'SELECT message_id AS id FROM accepted_mails WHERE accepted_at IS NOT NULL',
    );
    const known = new Set(rows.map(({ id }) => id));
    for (const id of this.received.map(({ data }) => idOf(data)))
      if (!known.has(id)) this.lost.add(`${id} ${this.copiesOf(id)}`);
    // Makes unfinished deliveries look ten minutes older. Otherwise the backend would wait ten minutes,
    // because it does not know whether the mail server has the mail.
    await this.pool.query(
      `UPDATE accepted_mails SET begun_at = begun_at - interval '10 minutes' WHERE accepted_at IS NULL`,
    );
  }

  /**
   * Restarts a backend without waiting for it. The other backends must go on and be killed while it starts,
   * because no backend becomes ready while an append of another backend is stopped.
   */
  private revives(member: Member): void {
    this.reviving = Promise.all([this.reviving, this.revive(member)]).then(() => undefined);
    this.reviving.catch(() => (this.isHunting = false));
  }

  /**
   * Resolves when the backend is ready or killed again.
   * @throws Error with the backend's output if the backend ends without being killed
   */
  private async revive(member: Member): Promise<void> {
    const backend = launch(member.port, member.env, [], { aheadMs: this.aheadMs });
    member.backend = backend;
    await until(async () => {
      const { exitCode, signalCode } = backend.process;
      if (exitCode !== null) throw new Error(`the backend ended:\n${backend.output()}`);
      if (signalCode !== null) return true;
      return fetch(`${backend.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
  }

  private copiesOf(id: string): number {
    return this.received.filter(({ data }) => idOf(data) === id).length;
  }

  /** Runs an action on the backends after all earlier actions have ended. */
  private alone(act: () => Promise<void>): Promise<void> {
    const done = this.atWork.then(act);
    this.atWork = done.catch(() => undefined);
    return done;
  }
}

/** Returns id, recipient and text of each message that the mail servers received. */
export const messagesOf = (
  received: readonly Received[],
): readonly { id: string; to: string; data: string }[] =>
  received.map(({ to, data }) => ({ id: idOf(data), to: to[0]?.replace(/[<>]/g, '') ?? '', data }));
