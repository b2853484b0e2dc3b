import { SEND_TIMEOUT_MS } from '@siegel/contracts/limits';
import type { NdaView, RecipientView } from '@siegel/contracts/nda/view';

/**
 * Step 5 as a whole: what is the next thing here? `remote` is Party 1 signed and Party 2 not
 * (rule:completed-and-paid-is-sending).
 */
export type FinishPhase = 'unsigned' | 'remote' | 'payment-due' | 'sending' | 'sent';

export function finishPhase(nda: NdaView): FinishPhase {
  if (nda.status === 'sent') return 'sent';
  if (nda.status === 'completed') return nda.paymentStatus === 'succeeded' ? 'sending' : 'payment-due';
  return nda.status === 'party1_signed' ? 'remote' : 'unsigned';
}

type StageName = 'made' | 'sealed' | 'party1' | 'party2';
type StageState = 'waiting' | 'running' | 'done' | 'failed';

export interface Stage {
  name: StageName;
  state: StageState;
  /** ISO 8601 UTC, where the server tells it. */
  at: string | null;
  reason: string | null;
}

const ACCEPTED: readonly RecipientView['status'][] = ['sent', 'delivered'];

function mailStage(name: 'party1' | 'party2', recipient: RecipientView | undefined, reached: boolean): Stage {
  const at = recipient?.at ?? null;
  if (recipient && ACCEPTED.includes(recipient.status)) return { name, state: 'done', at, reason: null };
  if (recipient?.status === 'bounced' || recipient?.status === 'retrying')
    return { name, state: 'failed', at, reason: recipient.reason };
  return { name, state: reached ? 'running' : 'waiting', at: null, reason: null };
}

/** The four stages of `delivery`, in order: made, sealed, sent to Party 1, sent to Party 2. */
export function stagesOf(nda: NdaView): Stage[] {
  const { status, recipients } = nda.delivery;
  const mailing =
    status === 'sending' || status === 'sent' || (status === 'retrying' && recipients.length > 0);
  const made: StageState =
    status === 'none' || status === 'making' || (status === 'retrying' && !mailing) ? 'running' : 'done';
  const sealed: StageState = mailing ? 'done' : status === 'sealing' ? 'running' : 'waiting';
  const of = (party: 1 | 2) => recipients.find((recipient) => recipient.party === party);
  return [
    { name: 'made', state: made, at: null, reason: null },
    { name: 'sealed', state: sealed, at: null, reason: null },
    mailStage('party1', of(1), mailing),
    mailStage('party2', of(2), mailing),
  ];
}

/** The notice with a retry shows once sending has lasted 30 s without the sent state. */
export function isOverdue(startedAt: number, now: number): boolean {
  return now - startedAt >= SEND_TIMEOUT_MS;
}
