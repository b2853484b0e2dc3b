import { ChatCircleIcon } from '@phosphor-icons/react/dist/csr/ChatCircle';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';

const AssistantPanel = lazy(async () => ({ default: (await import('./assistant-panel.js')).AssistantPanel }));

/**
 * Opens and closes the assistant. The assistant's script is loaded when the user first opens the assistant.
 */
export function AssistantButton() {
  const { t } = useTranslation('admin');
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    <>
      <Button
        ref={toggle}
        size="sm"
        className="assistant-toggle"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setOpen(!isOpen)}
      >
        <ChatCircleIcon size={18} aria-hidden="true" />
        <span>{t('assistant')}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AssistantPanel onClose={close} />
        </Suspense>
      )}
    </>
  );
}
