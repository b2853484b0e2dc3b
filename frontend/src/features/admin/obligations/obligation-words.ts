import type { ObligationView } from '@siegel/contracts/admin/views';
import { useTranslation } from 'react-i18next';
import { formatCents } from '../../../lib/format.js';
import { formatCount, formatShortMoment } from '../../../lib/format-figures.js';

/** The error codes that have a text. */
const KNOWN = ['mail_unreachable', 'mail_refused', 'mail_setup', 'bounced', 'dropped', 'spam'] as const;
/** The obligation waits until the operator has repaired a closed stream. */
const CLOSED = 'stream_untrusted';
/** The operator ended the stream, so only a person can tell what is still owed. */
const ENDED = 'stream_ended';
type Known = (typeof KNOWN)[number];
const isKnown = (code: string): code is Known => (KNOWN as readonly string[]).includes(code);

export interface ObligationWords {
  /** Says what is owed, in a sentence without names of persons. */
  readonly sentence: string;
  readonly since: string;
  /** Says why the last attempt failed and when the next one follows. Undefined if neither is known. */
  readonly trouble: string | undefined;
}

/** Returns the texts that tell the operator about an obligation. */
export function useObligationWords(): (obligation: ObligationView) => ObligationWords {
  const { t, i18n } = useTranslation('admin');
  const errorWords = useErrorWords();
  const moment = (iso: string) => formatShortMoment(iso, i18n.language);
  const sentenceOf = ({ kind, party, amount, reference }: ObligationView): string => {
    if (kind === 'tampering') {
      // The reference of this obligation is the number of streams. It is 0 if only the tree is broken.
      const count = Number(reference ?? 0);
      return t('todo.kinds.tampering', { count, shown: formatCount(count, i18n.language) });
    }
    if (kind === 'mail' && party === null) return t('todo.kinds.mailOther');
    return t(`todo.kinds.${kind}`, {
      amount: amount === null ? t('todo.money') : formatCents(amount, i18n.language),
      party: party ?? 2,
    });
  };
  return (obligation) => {
    const { since, attempts, lastError, nextTryAt } = obligation;
    const sentence = sentenceOf(obligation);
    if (isClosedObligation(obligation)) {
      const stream = closedStreamOf(obligation);
      const trouble = stream === null ? t('todo.damagedOther') : t('todo.damaged', { stream });
      return { sentence, since: moment(since), trouble };
    }
    if (lastError === ENDED) return { sentence, since: moment(since), trouble: t('todo.ended') };
    const tried =
      lastError === null ? undefined : t('todo.tried', { count: attempts, code: errorWords(lastError) });
    const next = nextTryAt === null ? undefined : t('todo.next', { at: moment(nextTryAt) });
    const trouble = [tried, next].filter((one) => one !== undefined).join(' ');
    return { sentence, since: moment(since), trouble: trouble === '' ? undefined : trouble };
  };
}

/** True if the obligation waits until the operator has repaired a closed stream. */
export const isClosedObligation = ({ lastError }: ObligationView): boolean => lastError === CLOSED;

/** Returns the closed stream for which the obligation waits; null if the service does not say which one it is. */
function closedStreamOf({ kind, ndaId, reference }: ObligationView): string | null {
  if (kind === 'withdrawal') return reference;
  // A settlement waits for the voucher or for the agreement, so either of the two may be closed.
  if (ndaId === null || kind === 'settlement') return null;
  // The erasure of an agreement may also wait for the records about the agreement.
  return kind === 'key-destruction' && reference !== null ? reference : `nda-${ndaId}`;
}

/** Returns the text of an error code, or the code itself if it has no text. */
export function useErrorWords(): (code: string) => string {
  const { t } = useTranslation('admin');
  return (code) => (isKnown(code) ? t(`todo.errors.${code}`) : code);
}
