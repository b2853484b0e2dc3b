import { addressIn } from '@siegel/contracts/addresses';
import type { Role } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { Header } from '../../../app/header.js';
import { Button } from '../../../components/button.js';
import { Notice } from '../../../components/notice.js';
import { OnDemand } from '../../../components/on-demand.js';
import { Skeleton } from '../../../components/skeleton.js';
import { currentLanguage } from '../../../lib/language.js';
import { LogoutButton } from './logout-button.js';
import { placeOf } from '../session/place.js';
import { useAdminCheck, useSessionEnded } from '../session/session.js';
import { useLanguageInAddress } from './use-address.js';

const SessionEnded = lazy(async () => ({
  default: (await import('../session/session-ended.js')).SessionEnded,
}));

export interface AdminPageProps {
  readonly roles: readonly Role[];
  /**
   * Controls before the logout button, for example the assistant's button on the dashboard. Only users with
   * one of the `roles` see these controls.
   */
  readonly controls?: ReactNode;
  readonly children: (role: Role) => ReactNode;
}

/**
 * The frame of every admin page. The server decides which role the user has. If there is no session, the page
 * redirects to the login. If the user's role may not see the page, a message says so
 * (rule:admin-and-auditor).
 */
export function AdminPage({ roles, controls, children }: AdminPageProps) {
  const check = useAdminCheck();
  const place = useLocation();
  useLanguageInAddress();
  const role = check.data?.role ?? undefined;
  if (check.data !== undefined && role === undefined)
    return <Navigate to={addressIn(currentLanguage(), PAGES.admin.path)} replace state={placeOf(place)} />;
  const isOneOf = role !== undefined && roles.includes(role);
  return (
    <div className="admin">
      <Header>
        {isOneOf && controls}
        {role !== undefined && <LogoutButton />}
      </Header>
      <div className="page-width">
        {check.isPending && <Checking />}
        {check.isError && role === undefined && <CheckFailed onRetry={() => void check.refetch()} />}
        {isOneOf ? children(role) : role !== undefined && <NotForThisRole />}
      </div>
      {role !== undefined && <LoginAgain />}
    </div>
  );
}

function LoginAgain() {
  const ended = useSessionEnded();
  return (
    <OnDemand open={ended}>
      <SessionEnded open={ended} />
    </OnDemand>
  );
}

function Checking() {
  return (
    <div className="admin-title">
      <Skeleton title lines={['full', 'full', 'half']} />
    </div>
  );
}

function CheckFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['admin', 'common']);
  const again = (
    <Button size="sm" onClick={onRetry}>
      {t('common:retry')}
    </Button>
  );
  return (
    <>
      <h1 className="admin-title">{t('login.title')}</h1>
      <Notice tone="bad" title={t('checkFailed')} action={again} />
    </>
  );
}

function NotForThisRole() {
  const { t } = useTranslation('admin');
  return (
    <>
      <h1 className="admin-title">{t('notForRole.title')}</h1>
      <p className="text-lead">{t('notForRole.text')}</p>
      <p className="admin-way">
        <Link to={addressIn(currentLanguage(), PAGES.audit.path)}>{t('notForRole.way')}</Link>
      </p>
    </>
  );
}
