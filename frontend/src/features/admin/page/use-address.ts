import { LANGUAGE_PARAMETER } from '@siegel/contracts/addresses';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE } from '../../../lib/language.js';

type Changes = Readonly<Record<string, string | null>>;

export interface Address {
  readonly params: URLSearchParams;
  /** What goes with the entry of the history and stands in no address: names that were searched for. */
  readonly kept: Readonly<Record<string, string>>;
  /** Takes the place of the address, and of what is kept with it; null takes a parameter away. */
  readonly change: (params: Changes, kept?: Readonly<Record<string, string>>) => void;
}

/**
 * What a page of the office shows is in its address, so that a reload or a new login shows the same
 * (rule:office-keeps-its-place). What may be personal is kept beside it (rule:logs-hold-no-secrets).
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
 * Somebody has gone on, and the next page is still being fetched: what comes late on this one, as a search does, must
 * not lead back to it.
 * @param pathname of the page that is shown
 */
function isLeft(pathname: string): boolean {
  // Only where the router's history is the browser's own.
  const { key } = (window.history.state ?? {}) as { key?: string };
  return key !== undefined && window.location.pathname !== pathname;
}

const parameterOf = (language: string): Changes => ({
  [LANGUAGE_PARAMETER]: language === DEFAULT_LANGUAGE ? null : language,
});

/** Of the history: anything may stand there. */
function keptIn(state: unknown): Readonly<Record<string, string>> {
  if (typeof state !== 'object' || state === null) return {};
  return Object.fromEntries(
    Object.entries(state).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The menu of languages writes an address without parameters: they come back. */
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
