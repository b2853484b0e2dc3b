import type { Role } from '@siegel/contracts/enums';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { Field } from '../../../components/field.js';
import { CookiesNotice } from '../../../components/cookies-notice.js';
import { TextInput } from '../../../components/text-input.js';
import { useToast } from '../../../components/use-toast.js';
import { ApiError, userMessage } from '../../../lib/api-error.js';
import { CookieLost, cookies } from '../../../lib/cookies.js';
import { useLogin } from './session.js';

/** @param onDone called once, with the role to which the password belongs */
export function LoginForm({ onDone }: { onDone: (role: Role) => void }) {
  const { t } = useTranslation('admin');
  const { toast } = useToast();
  const [password, setPassword] = useState('');
  const login = useLogin();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '' || login.isPending || login.isSuccess) return;
    if (!cookies.allowAct()) return;
    login.mutate(password, {
      onSuccess: ({ role }) => onDone(role),
      onError: (error) =>
        error instanceof CookieLost
          ? cookies.wereLost()
          : toast({
              tone: 'bad',
              title: t('login.failedTitle'),
              description: userMessage(error, t('login.failed')),
            }),
    });
  };
  // The status 401 means that the password is wrong. After other failures (service unavailable, too many
  // attempts) the server has not compared the password, so it may be right.
  const isWrong = login.error instanceof ApiError && login.error.status === 401;
  return (
    <form className="login-fields" onSubmit={submit}>
      <CookiesNotice need="login" />
      <Field label={t('login.password')} error={isWrong ? t('login.checkPassword') : undefined}>
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
    </form>
  );
}
