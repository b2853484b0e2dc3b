import type { ObligationView } from '@siegel/contracts/admin/views';
import { OBLIGATION_NOTE_MAX } from '@siegel/contracts/limits';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { Counter } from '../../../components/counter.js';
import { Dialog } from '../../../components/dialog.js';
import { Field } from '../../../components/field.js';
import { TextArea } from '../../../components/text-area.js';
import { useObligationWords } from './obligation-words.js';

export interface CloseDialogProps {
  readonly obligation: ObligationView;
  /** Called with the note, which may be empty. */
  readonly onConfirm: (note: string) => void;
  readonly onCancel: () => void;
}

/** Asks for a note, and explains the effect of closing an obligation. */
export function CloseDialog({ obligation, onConfirm, onCancel }: CloseDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const { sentence } = useObligationWords()(obligation);
  const [note, setNote] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const { length } = note.trim();
  const isTooLong = length > OBLIGATION_NOTE_MAX;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTooLong) field.current?.focus();
    else onConfirm(note.trim());
  };
  return (
    <Dialog open onOpenChange={onCancel} title={t('todo.closeTitle')} description={sentence}>
      <form className="admin-form" onSubmit={submit}>
        <Field
          label={t('todo.note')}
          optional
          hint={t('todo.noteHint')}
          error={isTooLong ? t('todo.noteTooLong', { max: OBLIGATION_NOTE_MAX }) : undefined}
          counter={isTooLong ? <Counter length={length} max={OBLIGATION_NOTE_MAX} /> : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              ref={field}
              rows={3}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          )}
        </Field>
        <p className="text-soft">{t('todo.closeText')}</p>
        <div className="dialog-actions">
          <Button variant="text" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button variant="go" type="submit">
            {t('todo.close')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
