import { ArrowsClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowsClockwise';
import { CONTACT_PATH } from '@siegel/contracts/addresses';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../components/page-link.js';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { locale } from '../../lib/format.js';
import { useSite } from '../../lib/site.js';
import type { Failure } from './verification-state.js';

export interface CheckFailedProps {
  name: string;
  failure: Failure;
  onRetry: () => void;
  onOther: () => void;
}

/**
 * Invites the user to write to the operator. Shown only if the operator has configured an e-mail address
 * (rule:operator-is-configuration).
 */
function WriteToUs() {
  const { t } = useTranslation('verification');
  const site = useSite();
  if (site.operatorEmail === null) return null;
  return (
    <p>
      <PageLink to={CONTACT_PATH}>{t('failed.write')}</PageLink>
    </p>
  );
}

/**
 * Shown after a check without a verdict. The text makes no statement about the file. The file is kept for
 * another try.
 */
export function CheckFailed({ name, failure, onRetry, onOther }: CheckFailedProps) {
  const { t, i18n } = useTranslation('verification');
  const time = failure.until?.toLocaleTimeString(locale(i18n.language), { timeStyle: 'short' });
  return (
    <div className="check-failed">
      <Notice
        tone="bad"
        title={t(`failed.${failure.kind}.title`)}
        action={
          <Button size="sm" onClick={onRetry} data-focus>
            <ArrowsClockwiseIcon size={18} aria-hidden="true" />
            {t('failed.retry')}
          </Button>
        }
      >
        <p>
          {time === undefined ? t(`failed.${failure.kind}.text`) : t('failed.limited.textUntil', { time })}
        </p>
        {failure.kind === 'failed' && <WriteToUs />}
        <p className="file-name">{t('failed.kept', { name })}</p>
      </Notice>
      <div>
        <Button onClick={onOther}>{t('another')}</Button>
      </div>
    </div>
  );
}
