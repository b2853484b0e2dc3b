import { ADMIN_REDIRECT_MS } from '@siegel/contracts/limits';
import { addressIn } from '@siegel/contracts/addresses';
import { PAGES } from '@siegel/contracts/pages';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Header } from '../../app/header.js';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { TextInput } from '../../components/text-input.js';
import { useToast } from '../../components/use-toast.js';
import { userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { useLogin } from './session.js';

export default function LoginPage() {
  const { t } = useTranslation('admin');
  const { toast } = useToast();
  const [password, setPassword] = useState('');
  const login = useLogin();
  useRedirectAfter(login.isSuccess);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '' || login.isPending || login.isSuccess) return;
    login.mutate(password, {
      onSuccess: () => toast({ tone: 'ok', title: t('login.successTitle'), description: t('login.success') }),
      onError: (error) =>
        toast({
          tone: 'bad',
          title: t('login.failedTitle'),
          description: userMessage(error, t('login.failed')),
        }),
    });
  };
  return (
    <div className="admin login">
      <Header />
      <div className="login-box">
        <form onSubmit={submit}>
          <h1>{t('login.title')}</h1>
          <p className="text-soft">{t('login.lead')}</p>
          <div className="login-fields">
            <Field label={t('login.password')} error={login.isError ? t('login.checkPassword') : undefined}>
              {(control) => (
                <TextInput
                  {...control}
                  type="password"
                  name="password"
                  autoComplete="current-password"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              )}
            </Field>
            <Button
              variant="go"
              type="submit"
              disabled={password === ''}
              busy={login.isPending}
              busyLabel={t('login.busy')}
            >
              {t('login.submit')}
            </Button>
          </div>
        </form>
      </div>
    </div>
  );
}

function useRedirectAfter(done: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(
      () => void navigate(addressIn(currentLanguage(), PAGES.dashboard.path)),
      ADMIN_REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [done, navigate]);
}
