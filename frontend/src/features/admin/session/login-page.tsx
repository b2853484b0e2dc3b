import { ADMIN_REDIRECT_MS } from '@siegel/contracts/limits';
import { addressIn } from '@siegel/contracts/addresses';
import type { Role } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { Header } from '../../../app/header.js';
import { useToast } from '../../../components/use-toast.js';
import { currentLanguage } from '../../../lib/language.js';
import { placeIn } from './place.js';
import { LoginForm } from './login-form.js';

export default function LoginPage() {
  const { t } = useTranslation('admin');
  const { toast } = useToast();
  const [role, setRole] = useState<Role>();
  useRedirectAfter(role);
  const onDone = (given: Role) => {
    const isAuditor = given === 'auditor';
    toast({
      tone: 'ok',
      title: t('login.successTitle'),
      description: t(isAuditor ? 'login.successAuditor' : 'login.success'),
    });
    setRole(given);
  };
  return (
    <div className="admin login">
      <Header />
      <div className="login-box">
        <h1>{t('login.title')}</h1>
        <p className="text-soft">{t('login.lead')}</p>
        <LoginForm onDone={onDone} />
      </div>
    </div>
  );
}

/** The start page of each role (rule:admin-and-auditor). */
const START: Readonly<Record<Role, string>> = { admin: PAGES.dashboard.path, auditor: PAGES.audit.path };

/**
 * Redirects the user after the login. The target is the page that was open when the session ended. If no such
 * page is known, the target is the start page of the user's role.
 */
function useRedirectAfter(role: Role | undefined): void {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  useEffect(() => {
    if (role === undefined) return;
    const timer = setTimeout(() => {
      const place = placeIn(state);
      void (place === undefined
        ? navigate(addressIn(currentLanguage(), START[role]))
        : navigate(place.to, { state: place.kept }));
    }, ADMIN_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [role, navigate, state]);
}
