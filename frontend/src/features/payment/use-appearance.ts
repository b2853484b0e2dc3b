import type { Appearance } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';

/** The fields are in the provider's frame, which does not have our fonts. */
const SYSTEM_FONT = 'system-ui, "Segoe UI", Arial, sans-serif';

/**
 * Returns the look of our own fields in the provider's format. The result contains the current values of the
 * design tokens, because the provider's frame does not know the tokens.
 */
export function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const wrong = token('seal-ink');
  const focus = token('royal');
  return {
    theme: style.colorScheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: focus,
      colorBackground: token('sheet'),
      colorText: token('ink'),
      colorTextSecondary: token('ink-soft'),
      colorTextPlaceholder: token('ink-faint'),
      colorDanger: wrong,
      borderRadius: token('radius-control'),
      fontFamily: SYSTEM_FONT,
      fontSizeBase: '16px',
      fontLineHeight: '1.5',
      spacingUnit: token('space-1'),
      gridRowSpacing: token('space-4'),
      gridColumnSpacing: token('space-4'),
    },
    rules: {
      '.Label': { fontWeight: '600', fontSize: '16px', color: token('ink'), marginBottom: '6px' },
      '.Input': { border: `1px solid ${token('rule')}`, boxShadow: 'none', padding: '11px 14px' },
      '.Input:focus': { borderColor: focus, boxShadow: `0 0 0 1px ${focus}` },
      '.Input--invalid': { borderColor: wrong, color: token('ink'), boxShadow: `inset 3px 0 0 ${wrong}` },
      '.Error': { color: wrong, fontSize: '15px' },
    },
  };
}

/** Returns the appearance for the current colour scheme. */
export function useAppearance(): Appearance {
  const [now, setNow] = useState(appearance);
  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setNow(appearance());
    scheme.addEventListener('change', follow);
    return () => scheme.removeEventListener('change', follow);
  }, []);
  return now;
}
