import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { InfoIcon } from '@phosphor-icons/react/dist/csr/Info';
import { WarningCircleIcon } from '@phosphor-icons/react/dist/csr/WarningCircle';
import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import { TOAST_MS, TOAST_SWIPE_PX } from '@siegel/contracts/limits';
import * as Behaviour from 'radix-ui/toast';
import { useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type ToastStore, toasts } from './toast-store.js';

const TONE_CLASSES = { info: 'toast', ok: 'toast toast-good', bad: 'toast toast-bad' };
const ICONS = { info: InfoIcon, ok: CheckIcon, bad: WarningCircleIcon };

/**
 * Shows toasts one at a time, for five seconds each (rule:one-toast-at-a-time). A swipe to the right by more
 * than 50 px closes a toast. F8 moves the focus to the region. While the focus is in the region, the region
 * handles Escape. Otherwise the layer below handles Escape.
 */
export function ToastRegion({ store = toasts }: { store?: ToastStore }) {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  const region = useRef<HTMLOListElement>(null);
  const tone = shown?.tone ?? 'info';
  const Icon = ICONS[tone];
  return (
    <Behaviour.Provider
      label={t('toast.label')}
      duration={TOAST_MS}
      swipeDirection="right"
      swipeThreshold={TOAST_SWIPE_PX}
    >
      {shown && (
        <Behaviour.Root
          key={shown.id}
          className={TONE_CLASSES[tone]}
          {...(shown.duration === undefined ? {} : { duration: shown.duration })}
          type={tone === 'bad' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && store.dismiss(shown.id)}
          onEscapeKeyDown={(event) => {
            if (region.current?.contains(document.activeElement) !== true) event.preventDefault();
          }}
        >
          <Icon size={22} aria-hidden="true" />
          <div>
            <Behaviour.Title asChild>
              <b>{shown.title}</b>
            </Behaviour.Title>
            {shown.description && (
              <Behaviour.Description asChild>
                <p>{shown.description}</p>
              </Behaviour.Description>
            )}
            {shown.action && (
              <Behaviour.Action asChild altText={shown.action.label}>
                <button type="button" className="link-button" onClick={shown.action.run}>
                  {shown.action.label}
                </button>
              </Behaviour.Action>
            )}
          </div>
          <Behaviour.Close className="icon-button" aria-label={t('close')}>
            <XIcon size={18} aria-hidden="true" />
          </Behaviour.Close>
        </Behaviour.Root>
      )}
      <Behaviour.Viewport ref={region} className="toast-region" hotkey={['F8']} label={t('toast.region')} />
    </Behaviour.Provider>
  );
}
