import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown';
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check';
import { TranslateIcon } from '@phosphor-icons/react/dist/csr/Translate';
import { LANGUAGES } from '@siegel/contracts/enums';
import { ownMember } from '@siegel/contracts/own-members';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/language.js';
import { changeTo } from './follow-language.js';

/**
 * A menu button that follows the ARIA practices. It uses no library, because every first view loads this
 * menu.
 */
export function LanguageMenu() {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const current = currentLanguage();

  useCloseOutside(box, open, setOpen);
  useEffect(() => {
    if (open)
      items(box.current)
        .find((item) => item.getAttribute('aria-checked') === 'true')
        ?.focus();
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key === 'Tab') setOpen(false);
    if (open) moveFocus(event, items(box.current));
    else if (event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
    }
  };
  return (
    <div className="language-menu" ref={box} onKeyDown={onKeyDown} role="presentation">
      <button
        ref={button}
        className="language-menu-button"
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <TranslateIcon size={20} aria-hidden="true" />
        <span className="visually-hidden">{t('shell.language')}: </span>
        <span lang={current}>{t(`shell.${current}`)}</span>
        <CaretDownIcon size={14} aria-hidden="true" />
      </button>
      {open && (
        <div className="language-menu-list" role="menu" id={id} aria-label={t('shell.language')}>
          {LANGUAGES.map((language) => (
            <button
              key={language}
              type="button"
              role="menuitemradio"
              tabIndex={-1}
              aria-checked={language === current}
              lang={language}
              onClick={() => {
                close();
                void changeTo(language);
              }}
            >
              <span>{t(`shell.${language}`)}</span>
              {language === current && <CheckIcon size={18} aria-hidden="true" />}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function useCloseOutside(
  box: RefObject<HTMLElement | null>,
  open: boolean,
  setOpen: (open: boolean) => void,
): void {
  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open, box, setOpen]);
}

function items(box: HTMLElement | null): HTMLElement[] {
  return Array.from(box?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? []);
}

function moveFocus(event: KeyboardEvent, all: HTMLElement[]): void {
  const at = all.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1 + all.length,
    Home: 0,
    End: all.length - 1,
  };
  const target = ownMember(targets, event.key);
  if (target === undefined) return;
  event.preventDefault();
  all[target % all.length]?.focus();
}
