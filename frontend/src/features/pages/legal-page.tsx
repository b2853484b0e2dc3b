import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';
import { Notice } from '../../components/notice.js';
import { useSite } from '../../lib/site.js';
import { useTexts } from '../../lib/use-texts.js';
import { Accessibility } from './accessibility.js';
import { Imprint } from './imprint.js';
import { Sections } from './sections.js';
import { WithdrawalInstruction } from './withdrawal-instruction.js';

export default function LegalPage() {
  const { t } = useTranslation('legal');
  const sections = useTexts('legal', 'terms.sections');
  const prices = usePriceTexts();
  return (
    <div className="page-width page">
      <div className="margin-columns">
        <div>
          <h1>{t('terms.title')}</h1>
          <p className="margin-columns-lead">{t('date')}</p>
        </div>
        <div className="page-blocks">
          <div className="prose">
            <Sections sections={sections} more={{ prices }} />
          </div>
          <div className="prose">
            <Notice tone="warn" title={t('terms.disclaimerTitle')}>
              <p>{t('terms.disclaimer')}</p>
            </Notice>
          </div>
          <WithdrawalInstruction />
          <Imprint />
          <Accessibility />
          <BackHome />
        </div>
      </div>
    </div>
  );
}

/**
 * Returns the texts about VAT and payments. They depend on this installation's configuration
 * (rule:operator-is-configuration).
 */
function usePriceTexts(): string[] {
  const { t, i18n } = useTranslation('legal');
  const { vatRate, payments } = useSite();
  const rate = typeof vatRate === 'number' ? new Intl.NumberFormat(i18n.language).format(vatRate) : undefined;
  return [
    ...(rate === undefined ? [] : [t('terms.vat', { rate })]),
    ...(vatRate === 'none' ? [t('terms.noVat')] : []),
    ...(payments.testMode ? [t('terms.noMoney')] : []),
    t('terms.rights'),
  ];
}
