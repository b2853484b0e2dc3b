import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.js';
import { Field } from '../../../components/field.js';
import { TextInput } from '../../../components/text-input.js';
import { useToast } from '../../../components/use-toast.js';
import { ndaAddress } from '../obligations/obligation-row.js';
import { Todo } from '../obligations/todo.js';
import { OfficePage } from '../page/office-page.js';
import { useAddress } from '../page/use-address.js';

/** Where an auditor begins: what stands open, and the way to one NDA. */
export default function AuditPage() {
  return (
    <OfficePage roles={['admin', 'auditor']}>{(role) => <Start mayClose={role === 'admin'} />}</OfficePage>
  );
}

function Start({ mayClose }: { mayClose: boolean }) {
  const { t } = useTranslation('admin');
  useToast();
  const address = useAddress();
  return (
    <>
      <h1 className="admin-title">{t('audit.title')}</h1>
      <OpenById />
      <Todo address={address} mayClose={mayClose} />
    </>
  );
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function OpenById() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const [id, setId] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = id.trim();
    setWrong(!ID.test(wanted));
    if (ID.test(wanted)) void navigate(ndaAddress(wanted.toLowerCase()));
    else field.current?.focus();
  };
  return (
    <form className="audit-open" onSubmit={submit}>
      <Field label={t('audit.id')} hint={t('audit.idHint')} error={isWrong ? t('audit.idWrong') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            autoComplete="off"
            spellCheck={false}
            value={id}
            onChange={({ target }) => setId(target.value)}
          />
        )}
      </Field>
      <Button type="submit">{t('audit.open')}</Button>
    </form>
  );
}
