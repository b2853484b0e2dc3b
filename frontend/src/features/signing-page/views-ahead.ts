import { useEffect } from 'react';
import { i18n } from '../../lib/i18n.js';
import { idle } from '../../lib/when-idle.js';

/** Each as React takes what comes later. */
export const loadSign = async () => {
  const [views] = await Promise.all([import('./sign-view.js'), i18n.loadNamespaces(['signing'])]);
  return { default: views.SignView };
};
export const loadDone = async () => ({ default: (await import('./done-view.js')).DoneView });
export const loadPayment = async () => {
  const [dialog] = await Promise.all([import('./share-dialog.js'), i18n.loadNamespaces(['payment'])]);
  return { default: dialog.ShareDialog };
};

/** What comes next is there before somebody comes to it. What cannot be had now is asked for again then. */
export function useViewsAhead(pays: boolean): void {
  useEffect(() => {
    const load = async (): Promise<void> => {
      await idle();
      await Promise.all([loadSign(), loadDone(), ...(pays ? [loadPayment()] : [])]);
    };
    load().catch(() => undefined);
  }, [pays]);
}
