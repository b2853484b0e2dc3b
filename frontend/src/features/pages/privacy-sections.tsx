import { CREATOR_KEY_DAYS } from '@siegel/contracts/limits';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../components/page-link.js';
import { useInstallation, useSite } from '../../lib/site.js';
import { useTexts } from '../../lib/use-texts.js';
import { IMPRINT, OperatorLines, WriteTo } from './operator.js';
import { NumberedSection, Paragraphs, Points } from './sections.js';

/**
 * The nine sections. They name exactly the receivers, periods and storage that are configured
 * (rule:privacy-follows-configuration).
 */
const SECTIONS = {
  controller: Controller,
  data: CollectedData,
  purpose: Purpose,
  basis: Basis,
  storage: Periods,
  sharing: Sharing,
  rights: Rights,
  security: Security,
  browser: BrowserStorage,
} as const;
const NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];

export function PrivacySections() {
  const { t } = useTranslation('legal');
  return NAMES.map((name, index) => {
    const Content = SECTIONS[name];
    return (
      <NumberedSection key={name} number={index + 1} title={t(`privacy.${name}.title`)}>
        <Content />
      </NumberedSection>
    );
  });
}

function Controller() {
  const { t } = useTranslation('legal');
  const { operatorName, operatorAddress } = useSite();
  const isKnown = operatorName !== null && operatorAddress.length > 0;
  return (
    <>
      <p>{t(operatorName === null ? 'privacy.controller.unnamed' : 'privacy.controller.named')}</p>
      {operatorName !== null && (
        <div className="operator">
          <address>
            <OperatorLines />
          </address>
        </div>
      )}
      <p>
        {!isKnown && `${t('privacy.controller.missing')} `}
        {t(isKnown ? 'privacy.controller.more' : 'privacy.controller.moreMissing')}{' '}
        <PageLink to={IMPRINT}>{t('imprint.title')}</PageLink>.
      </p>
    </>
  );
}

function CollectedData() {
  const { t } = useTranslation('legal');
  const { ai } = useSite();
  const points = useTexts('legal', 'privacy.data.points');
  return (
    <>
      <p>{t('privacy.data.intro')}</p>
      <Points texts={points} />
      {ai !== null && <p>{t('privacy.data.ai')}</p>}
      <p>{t('privacy.data.source')}</p>
      <p>{t('privacy.data.needed')}</p>
      <p>{t('privacy.data.visits')}</p>
    </>
  );
}

function Purpose() {
  const { t } = useTranslation('legal');
  const points = useTexts('legal', 'privacy.purpose.points');
  return (
    <>
      <p>{t('privacy.purpose.intro')}</p>
      <Points texts={points} />
      <p>{t('privacy.purpose.signals')}</p>
      <p>{t('privacy.purpose.decisions')}</p>
    </>
  );
}

function Basis() {
  const { t } = useTranslation('legal');
  const points = useTexts('legal', 'privacy.basis.points');
  return (
    <>
      <p>{t('privacy.basis.intro')}</p>
      <Points texts={points} />
    </>
  );
}

function Periods() {
  const { t } = useTranslation('legal');
  const { draftDays, visitorDays, unfinishedDays, completedDays } = useSite().retention;
  const paragraphs = useTexts('legal', 'privacy.storage.paragraphs');
  return (
    <>
      <Points
        texts={[
          t('privacy.storage.drafts', { count: draftDays }),
          t('privacy.storage.halfSigned', { count: unfinishedDays }),
          completedDays === null
            ? t('privacy.storage.completedKept')
            : t('privacy.storage.completed', { count: completedDays }),
          t('privacy.storage.vouchers'),
          t('privacy.storage.withdrawals'),
          t('privacy.storage.visitors', { count: visitorDays }),
          t('privacy.storage.addresses'),
        ]}
      />
      <Paragraphs texts={paragraphs} />
    </>
  );
}

function Sharing() {
  const { t } = useTranslation('legal');
  const { receivers, payments } = useSite();
  const isGiven = (role: 'payment' | 'mail') => receivers.some((receiver) => receiver.role === role);
  return (
    <>
      <p>{t('privacy.sharing.intro')}</p>
      <Points
        texts={[
          t('privacy.sharing.otherParty'),
          ...receivers.map(({ role, name }) => t(`privacy.sharing.${role}`, { name })),
          t('privacy.sharing.authorities'),
        ]}
      />
      {payments.testMode && <p>{t('privacy.sharing.noMoney')}</p>}
      {!isGiven('payment') && <p>{t('privacy.sharing.noPayment')}</p>}
      {!isGiven('mail') && <p>{t('privacy.sharing.noMail')}</p>}
    </>
  );
}

function Rights() {
  const { t } = useTranslation('legal');
  return (
    <>
      <p>{t('privacy.rights.which')}</p>
      <WriteTo text={t('privacy.rights.write')} fallback={t('privacy.rights.writeMissing')} />
      <p>{t('privacy.rights.complaint')}</p>
    </>
  );
}

function Security() {
  const { t } = useTranslation('legal');
  const { isEncrypted } = useInstallation();
  const paragraphs = useTexts('legal', 'privacy.security.paragraphs');
  return (
    <>
      <p>{t(isEncrypted ? 'privacy.security.encrypted' : 'privacy.security.unencrypted')}</p>
      <Paragraphs texts={paragraphs} />
    </>
  );
}

function BrowserStorage() {
  const { t } = useTranslation('legal');
  const { analytics } = useInstallation();
  const points = [
    t('privacy.browser.creator', { days: CREATOR_KEY_DAYS }),
    t('privacy.browser.session'),
    t('privacy.browser.known'),
    t('privacy.browser.check'),
    t('privacy.browser.draft'),
    t('privacy.browser.agreements'),
    t('privacy.browser.languageOffer'),
    t('privacy.browser.reloaded'),
    ...(analytics === 'tab' ? [t('privacy.browser.analytics')] : []),
    t('privacy.browser.language'),
  ];
  return (
    <>
      <p>{t('privacy.browser.intro')}</p>
      <Points texts={points} />
      <p>{t('privacy.browser.draftInTab')}</p>
      {analytics === 'memory' && <p>{t('privacy.browser.analyticsMemory')}</p>}
      <p>{t('privacy.browser.signals')}</p>
      <p>{t('privacy.browser.necessary')}</p>
    </>
  );
}
