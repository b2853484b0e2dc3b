import { LANGUAGE_PARAMETER } from '@siegel/contracts/addresses';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE } from '../../../lib/language.js';

type Changes = Readonly<Record<string, string | null>>;

export interface Address {
  readonly params: URLSearchParams;
  /** Values of the history entry that are never in the address, such as searched names. */
  readonly kept: Readonly<Record<string, string>>;
  /**
   * Changes parameters of the address in the current history entry; null removes a parameter. The second
   * argument replaces the kept values.
   */
  readonly change: (params: Changes, kept?: Readonly<Record<string, string>>) => void;
}

/**
 * State of an admin page, held in its address so that a reload or a new login shows the same
 * (rule:office-keeps-its-place). Values that may be personal are kept in the history entry instead
 * (rule:logs-hold-no-secrets).
 */
export function useAddress(): Address {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown };
  const navigate = useNavigate();
  const { i18n } = useTranslation();
  const { language } = i18n;
  const change = useCallback<Address['change']>(
    (params, kept) => {
      if (isLeft(pathname)) return;
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries({ ...params, ...parameterOf(language) }))
        if (value === null) next.delete(name);
        else next.set(name, value);
      void navigate({ search: next.toString() }, { replace: true, state: kept ?? state });
    },
    [pathname, search, state, navigate, language],
  );
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const kept = useMemo(() => keptIn(state), [state]);
  return { params, kept, change };
}

/**
 * True if the user has moved on and the next page is still loading. A late change on this page, such as a
 * search, must not lead back to it.
 * @param pathname of the page that is shown
 */
function isLeft(pathname: string): boolean {
  // Only the browser's own history has a key. Other routers keep theirs in memory.
  const { key } = (window.history.state ?? {}) as { key?: string };
  return key !== undefined && window.location.pathname !== pathname;
}

const parameterOf = (language: string): Changes => ({
  [LANGUAGE_PARAMETER]: language === DEFAULT_LANGUAGE ? null : language,
});

/** Reads the strings of a history entry's state, which can hold anything. */
function keptIn(state: unknown): Readonly<Record<string, string>> {
  if (typeof state !== 'object' || state === null) return {};
  return Object.fromEntries(
    Object.entries(state).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Restores the parameters after the language menu has written an address without them. */
export function useLanguageInAddress(): void {
  const { change } = useAddress();
  const { i18n } = useTranslation();
  const { language } = i18n;
  const last = useRef(language);
  useEffect(() => {
    if (last.current === language) return;
    last.current = language;
    change({});
  }, [language, change]);
}
