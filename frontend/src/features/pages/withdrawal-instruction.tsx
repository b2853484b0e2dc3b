import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../components/page-link.js';
import { useSite } from '../../lib/site.js';
import { useTexts } from '../../lib/use-texts.js';
import { OperatorLines } from './operator.js';
import { Paragraphs, Points } from './sections.js';

/**
 * The instruction on withdrawal and the model withdrawal form (rule:withdrawal-instruction; annexes 1 and 2
 * to Art. 246a § 1 (2) EGBGB). A lawyer has to confirm the wording before the service goes live.
 */
export function WithdrawalInstruction() {
  const { t } = useTranslation('legal');
  return (
    <div className="prose">
      <section id="withdrawal">
        <h2>{t('withdrawal.title')}</h2>
        <p>{t('withdrawal.forConsumers')}</p>
        <Part name="right" />
        <Operator />
        <p>{t('withdrawal.form')}</p>
        <p>
          {t('withdrawal.online')}{' '}
          <PageLink to={PAGES.withdraw.path}>{t('footer.withdraw', { ns: 'documents' })}</PageLink>.{' '}
          {t('withdrawal.onlineReceipt')}
        </p>
        <p>{t('withdrawal.inTime')}</p>
        <Part name="effects" />
        <Part name="end" />
        <ModelForm />
      </section>
    </div>
  );
}

function Part({ name }: { name: 'right' | 'effects' | 'end' }) {
  const { t } = useTranslation('legal');
  return (
    <>
      <h3>{t(`withdrawal.${name}.title`)}</h3>
      <Paragraphs texts={useTexts('legal', `withdrawal.${name}.paragraphs`)} />
    </>
  );
}

function Operator() {
  const { t } = useTranslation('legal');
  const { operatorName, operatorPhone } = useSite();
  if (operatorName === null) return <p>{t('withdrawal.missing')}</p>;
  return (
    <div className="operator">
      <address>
        <OperatorLines />
        {operatorPhone !== null && (
          <p>
            {t('imprint.phone')} {operatorPhone}
          </p>
        )}
      </address>
    </div>
  );
}

function ModelForm() {
  const { t } = useTranslation('legal');
  return (
    <>
      <h3 id="withdrawal-form">{t('withdrawal.model.title')}</h3>
      <p>{t('withdrawal.model.intro')}</p>
      <p>{t('withdrawal.model.to')}</p>
      <Operator />
      <Points texts={useTexts('legal', 'withdrawal.model.lines')} />
      <p>{t('withdrawal.model.note')}</p>
    </>
  );
}
