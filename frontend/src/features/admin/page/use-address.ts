import { LANGUAGE_PARAMETER } from '@siegel/contracts/addresses';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE } from '../../../lib/language.js';

type Changes = Readonly<Record<string, string | null>>;

export interface Address {
  readonly params: URLSearchParams;
  /** Values that only the history entry holds, never the address, such as searched names. */
  readonly kept: Readonly<Record<string, string>>;
  /**
   * Changes parameters of the address without adding a history entry. If a parameter's value is null, the
   * parameter is removed. The second argument replaces all values in `kept`.
   */
  readonly change: (params: Changes, kept?: Readonly<Record<string, string>>) => void;
}

/**
 * Returns the state of an admin page. The state is in the address, so that the user sees the same page in the
 * same state after a reload or a new login (rule:office-keeps-its-place). Values that may be personal are in
 * the history entry instead (rule:logs-hold-no-secrets).
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
 * True if the user has already left the page on the screen and the next page is still loading. If the old
 * page then changes its address, for example after a search, the change must not lead the user back.
 * @param pathname the path of the page on the screen
 */
function isLeft(pathname: string): boolean {
  // Only a router that uses the browser's history sets a key. Other routers keep their history in memory.
  const { key } = (window.history.state ?? {}) as { key?: string };
  return key !== undefined && window.location.pathname !== pathname;
}

const parameterOf = (language: string): Changes => ({
  [LANGUAGE_PARAMETER]: language === DEFAULT_LANGUAGE ? null : language,
});

/** Reads the texts in a history entry's state. The state can hold anything. */
function keptIn(state: unknown): Readonly<Record<string, string>> {
  if (typeof state !== 'object' || state === null) return {};
  return Object.fromEntries(
    Object.entries(state).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Restores the address's parameters after the language menu has written an address without them. */
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
