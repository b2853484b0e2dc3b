import { PAGES } from '@siegel/contracts/pages';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OperatorAddress, useHasOperatorAddress } from '../../components/operator-address.js';
import { PageHeading } from '../../components/page-heading.js';
import { PageLink } from '../../components/page-link.js';
import { useSite } from '../../lib/site.js';

export interface WithdrawalLayoutProps {
  title: string;
  lead: ReactNode;
  /** True if the withdrawal is done. The page then shows no other way to withdraw. */
  done?: boolean;
  children: ReactNode;
}

/** Shows a heading, the content, and a way to withdraw without this site (rule:withdrawal). */
export function WithdrawalLayout({ title, lead, done = false, children }: WithdrawalLayoutProps) {
  return (
    <div className="page-width page withdrawal">
      <PageHeading title={title} lead={lead} />
      {children}
      {!done && <OtherWay />}
    </div>
  );
}

function OtherWay() {
  const { t } = useTranslation(['withdrawal', 'common']);
  const isKnown = useHasOperatorAddress();
  const { operatorPhone } = useSite();
  return (
    <section className="withdrawal-other">
      <h2>{t('otherWay.title')}</h2>
      {isKnown ? (
        <>
          <p>{t('otherWay.text')}</p>
          <OperatorAddress />
        </>
      ) : (
        <p>
          {t('otherWay.missing')}{' '}
          <PageLink to={`${PAGES.legal.path}#impressum`}>{t('otherWay.imprint')}</PageLink>.
        </p>
      )}
      {operatorPhone !== null && (
        <p className="withdrawal-phone">
          {t('otherWay.phone')} <a href={`tel:${operatorPhone.replaceAll(/[^+\d]/g, '')}`}>{operatorPhone}</a>
        </p>
      )}
    </section>
  );
}
