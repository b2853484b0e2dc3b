import { addressIn } from '@siegel/contracts/addresses';
import type { ObligationView } from '@siegel/contracts/admin/views';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/button.js';
import { Status } from '../../../components/status.js';
import { currentLanguage } from '../../../lib/language.js';
import { useResend } from '../ndas/ndas.js';
import { isClosedObligation, useObligationWords } from './obligation-words.js';

export interface ObligationRowProps {
  readonly obligation: ObligationView;
  /** False on the page of the obligation's own NDA. */
  readonly linked: boolean;
  /** Absent for a role that only reads. */
  readonly onClose?: ((obligation: ObligationView) => void) | undefined;
}

/** One obligation: a dot, a sentence, a date, one action. */
export function ObligationRow({ obligation, linked, onClose }: ObligationRowProps) {
  const { t } = useTranslation('admin');
  const { sentence, since, trouble } = useObligationWords()(obligation);
  const { closable, ndaId, kind, reference } = obligation;
  return (
    <li className="todo-row">
      <div className="todo-words">
        <Status tone={closable || kind === 'tampering' ? 'bad' : 'run'} label={sentence} />
        <span className="text-note">
          {t('todo.since', { at: since })}
          {kind === 'withdrawal' && reference !== null && !isClosedObligation(obligation) && (
            <>
              , {t('todo.order')} <span className="text-mono">{reference}</span>
            </>
          )}
          {trouble !== undefined && <>. {trouble}</>}
        </span>
      </div>
      <div className="todo-acts">
        {ndaId !== null && linked && (
          <Link className="button button-text button-small" to={ndaAddress(ndaId)}>
            {t('todo.open')}
          </Link>
        )}
        {onClose !== undefined && closable && (
          <Button size="sm" onClick={() => onClose(obligation)}>
            {t('todo.close')}
          </Button>
        )}
        {onClose !== undefined && kind === 'document' && ndaId !== null && <Resend id={ndaId} />}
      </div>
    </li>
  );
}

/**
 * Returns the address of an NDA's admin page.
 * @param revision the revision to show, counted from 0; the newest by default
 */
export function ndaAddress(id: string, revision?: number): string {
  const address = addressIn(currentLanguage(), `/admin/audit/${id}`);
  if (revision === undefined) return address;
  return `${address}${address.includes('?') ? '&' : '?'}revision=${revision}`;
}

function Resend({ id }: { id: string }) {
  const { t } = useTranslation('admin');
  const resend = useResend(id);
  return (
    <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
      {t('ndas.resend')}
    </Button>
  );
}
