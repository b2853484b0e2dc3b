import { MagnifyingGlassIcon } from '@phosphor-icons/react/dist/csr/MagnifyingGlass';
import { lengthOfSearch } from '@siegel/contracts/admin/search-text';
import { SEARCH_MAX, SEARCH_MIN } from '@siegel/contracts/limits';
import { useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../../../components/text-input.js';

/**
 * Milliseconds from the last key press to the search. Without this pause every letter would start a search.
 */
const PAUSE_MS = 350;

export type SearchProblem = 'short' | 'long';

/** Returns why a text cannot be searched for, or undefined if it can (rule:search-on-encrypted-data). */
export function searchProblem(text: string): SearchProblem | undefined {
  const { length } = text.trim();
  if (length === 0) return undefined;
  if (length > SEARCH_MAX) return 'long';
  return Math.min(Array.from(text.trim()).length, lengthOfSearch(text)) < SEARCH_MIN ? 'short' : undefined;
}

export interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** The current search. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/**
 * Searches for the typed text after a pause, on Enter, or when the button is pressed. Shows a message if the
 * text is too short or too long.
 */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== known) {
    setKnown(value);
    // Something else has changed the value, for example the button that shows all rows.
    if (value !== sent) setText(value);
  }
  const hintId = useId();
  const problem = searchProblem(text);
  const wanted = problem === undefined ? text.trim() : undefined;
  const search = useCallback(() => {
    if (wanted === undefined || wanted === value) return;
    setSent(wanted);
    onSearch(wanted);
  }, [wanted, value, onSearch]);
  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  return (
    <search className="search-field">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <TextInput
          type="search"
          aria-label={label}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={text}
          aria-describedby={problem === undefined ? undefined : hintId}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="icon-button" aria-label={t('search.start')}>
          <MagnifyingGlassIcon size={20} aria-hidden="true" />
        </button>
      </form>
      {problem !== undefined && (
        <output className="text-note" id={hintId}>
          {t(`search.${problem}`, { min: SEARCH_MIN, max: SEARCH_MAX })}
        </output>
      )}
    </search>
  );
}
