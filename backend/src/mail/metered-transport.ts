import { MAIL_KINDS } from '@siegel/contracts/enums';
import { Counter, Histogram, type Registry } from 'prom-client';
import { MailBrokenOff, MailFailed, type MailFault, type MailTransport } from './mail-transport.js';

/**
 * Upper bounds of the histogram's buckets, in seconds. They go up to ten minutes, because a mail server may
 * take that long for its final response.
 */
const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600];

const OUTCOMES = ['accepted', 'refused', 'deferred', 'setup', 'unknown', 'broken_off', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

const OUTCOME_BY_FAULT: Readonly<Record<MailFault, Outcome>> = {
  mail_refused: 'refused',
  mail_unreachable: 'deferred',
  mail_setup: 'setup',
};

function outcomeOf(error: unknown): Outcome {
  if (error instanceof MailBrokenOff) return 'broken_off';
  if (!(error instanceof MailFailed)) return 'failed';
  return error.fateUnknown ? 'unknown' : OUTCOME_BY_FAULT[error.code];
}

/** Counts attempts to hand a mail to the provider, by outcome, and measures the duration of each attempt. */
export function meteredTransport(transport: MailTransport, registry: Registry): MailTransport {
  const registers = [registry];
  const mails = new Counter({
    name: 'mails_total',
    help: 'Attempts to give a mail to the provider, by kind and outcome.',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  for (const kind of MAIL_KINDS) for (const outcome of OUTCOMES) mails.inc({ kind, outcome }, 0);
  const duration = new Histogram({
    name: 'mail_send_duration_seconds',
    help: 'Response time of the mail provider, for all outcomes.',
    buckets: BUCKETS,
    registers,
  });
  return {
    once: transport.once,
    send: async (mail, signal) => {
      const end = duration.startTimer();
      try {
        const sent = await transport.send(mail, signal);
        mails.inc({ kind: mail.kind, outcome: 'accepted' });
        return sent;
      } catch (error) {
        mails.inc({ kind: mail.kind, outcome: outcomeOf(error) });
        throw error;
      } finally {
        end();
      }
    },
  };
}
