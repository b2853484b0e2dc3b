import { SpeakerHighIcon } from '@phosphor-icons/react/dist/csr/SpeakerHigh';
import { SpeakerSlashIcon } from '@phosphor-icons/react/dist/csr/SpeakerSlash';
import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { useSite } from '../../lib/site.js';
import { Composer } from './composer.js';
import { ExchangeList } from './exchange-list.js';
import { spokenPart } from './exchanges.js';
import { Questions } from './questions.js';
import { useConversation } from './use-conversation.js';
import { type SpokenAnswers, useSpokenAnswers } from './use-spoken-answers.js';

/**
 * The assistant's sheet. It is not modal, so the page stays usable (rule:assistant-asks-and-changes-nothing).
 */
export function AssistantPanel({ onClose }: { onClose: () => void }) {
  const { ai } = useSite();
  return ai === null ? (
    <Sheet onClose={onClose}>
      <NotConfigured />
    </Sheet>
  ) : (
    <Assistant onClose={onClose} provider={ai.provider} />
  );
}

function Assistant({ onClose, provider }: { onClose: () => void; provider: string }) {
  const { t } = useTranslation('assistant');
  const speech = useSpokenAnswers();
  const conversation = useConversation((response) => speech.say(spokenPart(response)));
  const ask = (question: string) => {
    speech.stop();
    conversation.ask(question);
  };
  return (
    <Sheet onClose={onClose} controls={<SpeechToggle speech={speech} />}>
      {conversation.exchanges.length === 0 ? (
        <Questions provider={provider} onAsk={ask} />
      ) : (
        <ExchangeList conversation={conversation} />
      )}
      {speech.isSpeaking && (
        <p className="assistant-speaking">
          {t('speaking')}
          <button type="button" className="link-button" onClick={speech.stop}>
            {t('stopSpeaking')}
          </button>
        </p>
      )}
      <Composer isWaiting={conversation.isWaiting} onAsk={ask} />
    </Sheet>
  );
}

interface SheetProps {
  onClose: () => void;
  controls?: ReactNode;
  children: ReactNode;
}

function Sheet({ onClose, controls, children }: SheetProps) {
  const { t } = useTranslation(['assistant', 'common']);
  const title = useId();
  const sheet = useRef<HTMLElement>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  });
  useEffect(() => {
    const element = sheet.current;
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, []);
  return createPortal(
    <section ref={sheet} role="dialog" aria-labelledby={title} className="assistant">
      <div className="assistant-header">
        <h2 id={title}>{t('title')}</h2>
        <div>
          {controls}
          <button type="button" className="icon-button" aria-label={t('common:close')} onClick={onClose}>
            <XIcon size={22} aria-hidden="true" />
          </button>
        </div>
      </div>
      {children}
    </section>,
    document.body,
  );
}

function NotConfigured() {
  const { t } = useTranslation('assistant');
  return (
    <div className="assistant-body">
      <Notice title={t('notConfigured')}>{t('notConfiguredHow')}</Notice>
    </div>
  );
}

/** The button's name never changes. `aria-pressed` says whether speaking is on. */
function SpeechToggle({ speech }: { speech: SpokenAnswers }) {
  const { t } = useTranslation('assistant');
  const Icon = speech.isOn ? SpeakerHighIcon : SpeakerSlashIcon;
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={speech.isPossible ? t('spoken') : `${t('spoken')}: ${t('noVoice')}`}
      title={speech.isPossible ? t('spoken') : t('noVoice')}
      aria-pressed={speech.isOn}
      disabled={!speech.isPossible}
      onClick={speech.toggle}
    >
      <Icon size={22} aria-hidden="true" />
    </button>
  );
}
