import { useEffect } from 'react';
import { i18n } from '../../lib/i18n.js';
import { idle } from '../../lib/when-idle.js';

const loadTexts = (...others: readonly string[]) => i18n.loadNamespaces(['remote-later', ...others]);

/** Loaders of the views, in the form that React's `lazy` expects. */
export const loadSign = async () => {
  const [views] = await Promise.all([import('./sign-view.js'), loadTexts('signing')]);
  return { default: views.SignView };
};
export const loadDone = async () => {
  const [views] = await Promise.all([import('./done-view.js'), loadTexts()]);
  return { default: views.DoneView };
};
export const loadLinkEnded = async () => {
  const [views] = await Promise.all([import('./link-ended.js'), loadTexts()]);
  return { default: views.LinkEnded };
};
export const loadPayment = async () => {
  const [dialog] = await Promise.all([import('./share-dialog.js'), i18n.loadNamespaces(['payment'])]);
  return { default: dialog.ShareDialog };
};

/** Preloads the views that may come next. A failed load is repeated when the view is needed. */
export function usePreloadedViews(pays: boolean): void {
  useEffect(() => {
    const load = async (): Promise<void> => {
      await idle();
      await Promise.all([loadSign(), loadDone(), loadLinkEnded(), ...(pays ? [loadPayment()] : [])]);
    };
    load().catch(() => undefined);
  }, [pays]);
}
