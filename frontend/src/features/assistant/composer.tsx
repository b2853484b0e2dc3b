import { MicrophoneIcon } from '@phosphor-icons/react/dist/csr/Microphone';
import { CHAT_MESSAGE_MAX } from '@siegel/contracts/limits';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Counter } from '../../components/counter.js';
import { type Dictation, useDictation } from './use-dictation.js';

/** The counter is shown once the text has more characters than this. */
const COUNTED_FROM = CHAT_MESSAGE_MAX - 500;

interface ComposerProps {
  isWaiting: boolean;
  onAsk: (question: string) => void;
}

/** The form in which a question is typed or dictated. */
export function Composer({ isWaiting, onAsk }: ComposerProps) {
  const { t } = useTranslation('assistant');
  const [text, setText] = useState('');
  const dictation = useDictation(text, setText);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const isTooLong = text.trim().length > CHAT_MESSAGE_MAX;
  const canSend = text.trim() !== '' && !isTooLong && !isWaiting;
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSend) return;
    dictation.cancel();
    setText('');
    onAsk(text.trim());
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing a word, the Enter key only completes that word. It must not send the
    // question.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className="assistant-composer" onSubmit={send}>
      <DictationStatus dictation={dictation} />
      <label className="visually-hidden" htmlFor={id}>
        {t('question')}
      </label>
      <textarea
        ref={field}
        id={id}
        className="input"
        rows={2}
        placeholder={t('placeholder')}
        aria-describedby={`${id}-hint`}
        aria-invalid={isTooLong || undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="field-hint" id={`${id}-hint`}>
        <span>{isTooLong ? t('tooLong', { max: CHAT_MESSAGE_MAX }) : t('keys')}</span>
        {text.length > COUNTED_FROM && <Counter length={text.trim().length} max={CHAT_MESSAGE_MAX} />}
      </p>
      <div className="assistant-actions">
        <DictateButton dictation={dictation} />
        <Button type="submit" variant="go" size="sm" disabled={!canSend}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

/**
 * The microphone's status. Says who receives the recording, that the microphone is listening, or why it is
 * not listening.
 */
function DictationStatus({ dictation }: { dictation: Dictation }) {
  const { t } = useTranslation(['assistant', 'common']);
  const { state, error, isLoud } = dictation;
  return (
    <div role="status" className="assistant-hearing">
      {state === 'asking' && (
        <>
          <p>{t('hears')}</p>
          <div>
            <Button size="sm" onClick={dictation.agree}>
              {t('record')}
            </Button>
            <Button size="sm" variant="text" onClick={dictation.cancel}>
              {t('common:cancel')}
            </Button>
          </div>
        </>
      )}
      {state === 'listening' && (
        <>
          <p className="assistant-level" data-loud={isLoud || undefined}>
            {t('listening')}
          </p>
          <div>
            <Button size="sm" onClick={dictation.finish}>
              {t('done')}
            </Button>
          </div>
        </>
      )}
      {state === 'idle' && error !== undefined && <p className="text-bad">{t(`hearing.${error}`)}</p>}
    </div>
  );
}

function DictateButton({ dictation }: { dictation: Dictation }) {
  const { t } = useTranslation('assistant');
  if (!dictation.isOffered) return <span />;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('dictate')}
      title={t('dictate')}
      disabled={dictation.isRefused || dictation.state !== 'idle'}
      onClick={dictation.begin}
    >
      <MicrophoneIcon size={22} aria-hidden="true" />
    </button>
  );
}
