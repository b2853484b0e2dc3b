import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { cookies } from '../lib/cookies.js';
import type { CookiesRefusedProps } from './cookies-refused.js';

/** Loaded only in the few browsers that refuse cookies. */
const CookiesRefused = lazy(async () => ({ default: (await import('./cookies-refused.js')).CookiesRefused }));

/**
 * Says that this browser refuses cookies, before a person types anything (rule:blocked-cookies-are-told). If
 * an action fails because a cookie is missing, the notice takes the focus.
 */
export function CookiesNotice(props: Omit<CookiesRefusedProps, 'refusals' | 'before'>) {
  const refusals = useSyncExternalStore(cookies.subscribe, cookies.refusals);
  const [before] = useState(refusals);
  return (
    refusals > 0 && (
      <Suspense>
        <CookiesRefused {...props} refusals={refusals} before={before} />
      </Suspense>
    )
  );
}
