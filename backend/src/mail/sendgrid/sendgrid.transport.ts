import sendgrid from '@sendgrid/mail';
import type { Clock } from '../../platform/time/clock.js';
import {
  MailBrokenOff,
  MailFailed,
  type MailFault,
  type MailTransport,
  type OutgoingMail,
} from '../mail-transport.js';
import { ABOUT_TLS } from '../smtp-fault.js';
import { type Answer, exchange, NoAnswer } from './exchange.js';
import { refusalOf } from './sendgrid-fault.js';
import { sendGridMessage } from './sendgrid-message.js';

/** Time limit for the connection, TLS included, in milliseconds. */
const CONNECT_MS = 30_000;
/**
 * Time limit for sending a message, in milliseconds. The same limit then applies to the response. With
 * shorter limits, the transport could miss a slow response, and the message could be sent twice.
 */
const ANSWER_MS = 60_000;
/** Longest pause in milliseconds after a rate limit, even if SendGrid names a later end. */
const REST_MAX_MS = 300_000;

export interface SendGridOptions {
  readonly apiKey: string;
  /** Origin of the API, without `/v3`. */
  readonly apiBase: string;
  /** Sender, with or without a name: `Siegel <nda@example.org>`. */
  readonly from: string;
  readonly clock: Clock;
  /** Time limit for sending a message, and then for the response, in milliseconds; 60 000 by default. */
  readonly answerMs?: number;
  /** Time limit for the connection, in milliseconds; 30 000 by default. */
  readonly connectMs?: number;
}

/** The library also exports the class `MailService`, but its types omit this class. */
const { MailService } = sendgrid as unknown as { readonly MailService: new () => typeof sendgrid };
/** The request that SendGrid's library passes to its HTTP client. */
interface LibraryRequest {
  readonly url: string;
  readonly body: unknown;
}

/**
 * Error messages by which OpenSSL reports that the peer does not speak TLS, or shares no TLS version with us.
 * The message is needed because the error's code is only `EPROTO` if a write fails for such a reason.
 */
const NO_COMMON_TLS = /wrong version number|unsupported protocol|alert protocol version/;

function faultOf({ cause }: NoAnswer): MailFault {
  const { code = '', message = '' } = cause as { code?: string; message?: string };
  const isAboutTls = ABOUT_TLS.test(code) || (code === 'EPROTO' && NO_COMMON_TLS.test(message));
  return isAboutTls ? 'mail_setup' : 'mail_unreachable';
}

/** @throws MailFailed if an intermediary responded instead of SendGrid */
function scopesIn(text: string): readonly string[] {
  try {
    const { scopes } = JSON.parse(text) as { readonly scopes: unknown };
    if (Array.isArray(scopes)) return scopes.filter((scope): scope is string => typeof scope === 'string');
  } catch {
    // Not JSON.
  }
  throw new MailFailed('mail_unreachable');
}

/**
 * Sends mails through version 3 of SendGrid's API. SendGrid's library only writes the request. We send the
 * request ourselves, so that we know whether all of it was handed over. This decides whether the mail may be
 * sent again (rule:each-mail-once). Besides, an error of the library's own client would contain the key and
 * the message.
 */
export class SendGridTransport implements MailTransport {
  readonly once = false;
  /** End of the rate limit as SendGrid stated it, in milliseconds since 1970. */
  private limitedUntil = 0;

  constructor(private readonly options: SendGridOptions) {}

  async send(mail: OutgoingMail, signal?: AbortSignal): Promise<{ messageId: string }> {
    if (signal?.aborted === true) throw new MailBrokenOff();
    if (this.isRateLimited()) throw new MailFailed('mail_unreachable');
    const answer = await this.ask(mail, signal);
    if (answer.status === 202) return { messageId: mail.messageId };
    if (answer.status === 429) this.limitedUntil = this.resetOf(answer);
    const { code, fateUnknown } = refusalOf(answer);
    throw new MailFailed(code, { fateUnknown });
  }

  /** Returns the permissions of the key, under SendGrid's names. Sends no mail. @throws MailFailed */
  async scopes(): Promise<readonly string[]> {
    const answer = await this.call('GET', '/v3/scopes', '').catch((error: unknown) => {
      throw error instanceof NoAnswer ? new MailFailed(faultOf(error), { cause: error }) : error;
    });
    if (answer.status !== 200) throw new MailFailed(refusalOf(answer).code);
    return scopesIn(answer.text);
  }

  /** @throws MailBrokenOff, MailFailed */
  private async ask(mail: OutgoingMail, signal: AbortSignal | undefined): Promise<Answer> {
    let answer: Answer | undefined;
    const service = new MailService();
    const client = {
      request: async ({ url, body }: LibraryRequest) => {
        answer = await this.call('POST', url, JSON.stringify(body), signal);
        return [{ statusCode: answer.status, headers: answer.headers, body: answer.text }, answer.text];
      },
    };
    service.setClient(client);
    try {
      await service.send(sendGridMessage(mail, this.options.from));
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw new MailFailed('mail_refused', { cause: error });
      if (signal?.aborted === true && !error.handedOver) throw new MailBrokenOff({ cause: error });
      throw new MailFailed(faultOf(error), { fateUnknown: error.handedOver, cause: error });
    }
    if (answer === undefined) throw new MailFailed('mail_unreachable');
    return answer;
  }

  private call(method: 'GET' | 'POST', path: string, body: string, signal?: AbortSignal): Promise<Answer> {
    const { apiKey, apiBase, connectMs = CONNECT_MS, answerMs = ANSWER_MS } = this.options;
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      accept: 'application/json',
    };
    const url = new URL(path, apiBase);
    return exchange({ url, method, headers, body, signal }, { connectMs, answerMs });
  }

  private now(): number {
    return this.options.clock.now().getTime();
  }

  /** True while the rate limit lasts. Setting the clock back does not prolong the rate limit. */
  private isRateLimited(): boolean {
    const left = this.limitedUntil - this.now();
    return left > 0 && left <= REST_MAX_MS;
  }

  /** Returns the end of the rate limit. SendGrid states it in seconds, either since 1970 or from now. */
  private resetOf({ headers }: Answer): number {
    const now = this.now();
    const reset = Number(headers['x-ratelimit-reset']) * 1000;
    const after = now + Number(headers['retry-after']) * 1000;
    const resetAt = [reset, after].find((at) => at > now) ?? now;
    return Math.min(resetAt, now + REST_MAX_MS);
  }
}
