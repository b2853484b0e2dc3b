import type { LegalHoldView } from '@siegel/contracts/admin/views';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { Dialog } from '../../../components/dialog.js';
import { Field } from '../../../components/field.js';
import { TextInput } from '../../../components/text-input.js';
import { useFailureToast } from '../../../components/use-failure-toast.js';
import { useToast } from '../../../components/use-toast.js';
import { ApiError, userMessage } from '../../../lib/api-error.js';
import { useHoldWords } from './hold-words.js';
import { useErase, useRefetchNda } from './ndas.js';

/** The NDA that the dialog asks about. */
export interface ErasableNda {
  readonly id: string;
  readonly ideaTitle: string;
  readonly legalHold?: LegalHoldView | null;
}

export interface EraseDialogProps {
  readonly nda: ErasableNda;
  readonly onClose: () => void;
  /** `erasing`: the NDA's key is still being destroyed. */
  readonly onErased: (fate: 'erased' | 'erasing') => void;
}

/**
 * Normalises a title for comparison. The admin cannot see how many spaces a title has, or which Unicode form
 * its accents have. So differences in these do not count.
 */
const plain = (title: string): string => title.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();

/**
 * Says which data will be destroyed and which will be kept, and asks the admin to type the NDA's title
 * (rule:erasing-is-confirmed). If the NDA is under legal hold, the dialog shows the hold instead of the field
 * for the title (rule:legal-hold).
 */
export function EraseDialog({ nda, onClose, onErased }: EraseDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const { toast } = useToast();
  const fail = useFailureToast();
  const erase = useErase();
  const refetch = useRefetchNda();
  const held = useHoldWords()(nda.legalHold);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isSame = plain(typed) === plain(nda.ideaTitle);
    setWrong(!isSame);
    if (!isSame) {
      field.current?.focus();
      return;
    }
    erase.mutate(nda.id, {
      onSuccess: (answer) => {
        toast({ tone: 'ok', title: t(answer === undefined ? 'erase.done' : 'erase.erasing') });
        onErased(answer === undefined ? 'erased' : 'erasing');
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'legal_hold') refetch(nda.id);
        fail(userMessage(error, t('erase.failed')));
      },
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('erase.title')}
      description={t('erase.text')}
      closable={!erase.isPending}
    >
      <form className="admin-form" onSubmit={submit}>
        <dl className="erase-fates">
          <dt>{t('erase.goes')}</dt>
          <dd>{t('erase.goesText')}</dd>
          <dt>{t('erase.stays')}</dt>
          <dd>{t('erase.staysText')}</dd>
        </dl>
        {held === undefined ? (
          <TypedTitle title={nda.ideaTitle} typed={typed} onType={setTyped} isWrong={isWrong} field={field} />
        ) : (
          <p role="status">{held}</p>
        )}
        <div className="dialog-actions">
          <Button variant="text" disabled={erase.isPending} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            variant="go"
            type="submit"
            disabled={held !== undefined}
            busy={erase.isPending}
            busyLabel={t('erase.busy')}
          >
            {t('erase.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface TypedTitleProps {
  readonly title: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly isWrong: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
}

function TypedTitle({ title, typed, onType, isWrong, field }: TypedTitleProps) {
  const { t } = useTranslation('admin');
  return (
    <Field
      label={t('erase.typed')}
      hint={<bdi className="erase-title">{title}</bdi>}
      error={isWrong ? t('erase.wrong') : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          ref={field}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
}
