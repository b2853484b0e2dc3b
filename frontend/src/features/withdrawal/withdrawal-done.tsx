import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { currentLanguage } from '../../lib/language.js';
import { saveFile } from '../../lib/save-file.js';
import { useSite } from '../../lib/site.js';
import { DeclaredFacts } from './declared-facts.js';
import { receiptFile } from './receipt-file.js';
import type { WithdrawalState } from './use-withdrawal-state.js';
import { WithdrawalLayout } from './withdrawal-layout.js';

/**
 * Shows the received declaration. Offers the whole receipt as a file, whether or not it is also mailed
 * (rule:withdrawal-receipt).
 */
export function WithdrawalDone({ withdrawal }: { withdrawal: WithdrawalState }) {
  const { t } = useTranslation('withdrawal');
  const isWithheld = withdrawal.received?.mail === 'withheld';
  const email = withdrawal.form.email.trim();
  const lead = isWithheld ? t('done.leadWithheld') : t('done.lead', { email });
  return (
    <WithdrawalLayout done title={t('done.title')} lead={lead}>
      <div className="withdrawal-panel">
        {isWithheld && (
          <Notice tone="warn" title={t('done.withheldTitle')}>
            {t('done.withheld', { email })}
          </Notice>
        )}
        <DeclaredFacts form={withdrawal.form} received={withdrawal.received} />
        {!isWithheld && <p className="text-soft withdrawal-keep">{t('done.keep')}</p>}
        <div className="withdrawal-actions">
          <span className="withdrawal-keeping">
            <SaveReceipt withdrawal={withdrawal} />
            <Button variant="line" onClick={() => window.print()}>
              {t('done.print')}
            </Button>
          </span>
          <BackHome />
        </div>
      </div>
    </WithdrawalLayout>
  );
}

function SaveReceipt({ withdrawal: { form, received } }: { withdrawal: WithdrawalState }) {
  const { t } = useTranslation('withdrawal');
  const { operatorName, operatorAddress } = useSite();
  if (received === undefined) return null;
  const operator = [operatorName, ...operatorAddress].filter((line) => line !== null);
  const save = () =>
    saveFile(
      `${t('file.name')}-${received.number}.txt`,
      receiptFile({ form, received, operator, language: currentLanguage(), t }),
    );
  return (
    <Button variant="go" onClick={save}>
      {t('done.save')}
    </Button>
  );
}
