import type { Party } from '@siegel/contracts/enums';
import { SEND_TIMEOUT_MS } from '@siegel/contracts/limits';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { NdaView, RecipientView } from '@siegel/contracts/nda/view';

/**
 * The phase of step 5. It decides what the step shows (rule:completed-and-paid-is-sending). `remote` means
 * that Party 1 has signed and Party 2 has not.
 */
export type FinishPhase = 'unsigned' | 'remote' | 'payment-due' | 'sending' | 'sent';

export function finishPhase(nda: NdaView): FinishPhase {
  if (nda.status === 'sent') return 'sent';
  if (nda.status === 'completed') return nda.paymentStatus === 'succeeded' ? 'sending' : 'payment-due';
  return nda.status === 'party1_signed' ? 'remote' : 'unsigned';
}

type StageName = 'made' | 'sealed' | 'party1' | 'party2';
/** `retrying`: the stage failed, and the server repeats it automatically. */
type StageState = 'waiting' | 'running' | 'retrying' | 'done' | 'failed';

export interface Stage {
  name: StageName;
  state: StageState;
  /**
   * The time at which the stage was done or at which the next try follows, as ISO 8601 UTC. Null if the
   * server does not know the time.
   */
  at: string | null;
}

const ACCEPTED: readonly RecipientView['status'][] = ['sent', 'delivered'];

function mailStage(name: 'party1' | 'party2', recipient: RecipientView | undefined, reached: boolean): Stage {
  if (recipient && ACCEPTED.includes(recipient.status)) return { name, state: 'done', at: recipient.at };
  if (recipient?.status === 'retrying' && !isGivenUp(recipient.reason))
    return { name, state: 'retrying', at: recipient.nextTryAt };
  if (recipient?.status === 'bounced' || recipient?.status === 'retrying')
    return { name, state: 'failed', at: null };
  return { name, state: reached ? 'running' : 'waiting', at: null };
}

/** Returns the four stages of `delivery` in order: made, sealed, sent to Party 1, sent to Party 2. */
export function stagesOf(nda: NdaView): Stage[] {
  const { status, recipients } = nda.delivery;
  // Both recipients are queued from the beginning. So if a mail is no longer queued, the document exists.
  const mailed = recipients.some((recipient) => recipient.status !== 'queued');
  const mailing = status === 'sending' || status === 'sent' || (status === 'retrying' && mailed);
  const unmade = status === 'retrying' ? 'retrying' : 'running';
  // The server reports making and sealing together.
  const made: StageState = mailing ? 'done' : unmade;
  const sealed: StageState = mailing ? 'done' : 'waiting';
  const of = (party: 1 | 2) => recipients.find((recipient) => recipient.party === party);
  return [
    { name: 'made', state: made, at: null },
    { name: 'sealed', state: sealed, at: null },
    mailStage('party1', of(1), mailing),
    mailStage('party2', of(2), mailing),
  ];
}

/**
 * Returns the parties whose mail will never arrive, because a mail server refused it permanently or it
 * bounced.
 */
export function undelivered(nda: NdaView): Party[] {
  const refused = nda.mailProblems.filter(
    ({ kind, permanent }) => permanent && (kind === 'document' || kind === 'order'),
  );
  const bounced = nda.delivery.recipients.filter(({ status }) => status === 'bounced');
  const parties = new Set([...refused, ...bounced].map(({ party }) => party));
  return [...parties].sort();
}

/** True once sending has taken 30 s. Then a notice offers to send again. */
export function isOverdue(startedAt: number, now: number): boolean {
  return now - startedAt >= SEND_TIMEOUT_MS;
}
