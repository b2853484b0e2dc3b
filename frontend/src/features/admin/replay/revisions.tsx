import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft';
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight';
import type { AuditedEventView } from '@siegel/contracts/audit/views';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api-error.js';
import { useRevisionAt } from './replay.js';
import { secondOf, useEventName, utcTimeOf } from './words.js';

/** Page Up and Page Down move by this number of events. */
const PAGE = 10;

export interface RevisionsProps {
  readonly id: string;
  /** Revision of the shown event, counted from 0. On the screen, events are counted from 1. */
  readonly revision: number;
  readonly total: number;
  /** The event of this revision, if it is loaded. */
  readonly event: AuditedEventView | undefined;
  readonly onRevision: (revision: number) => void;
}

/** Lets the user choose the shown event by a slider, by two buttons, or by a time. */
export function Revisions(props: RevisionsProps) {
  const { t, i18n } = useTranslation('replay');
  const { revision, total, event } = props;
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <div className="admin-block-header">
        <h2 id={heading} className="text-figures">
          {t('after', { number: revision + 1, total })}
        </h2>
        {event !== undefined && (
          <time className="text-note text-figures" dateTime={event.at}>
            {t('moment', {
              local: secondOf(event.at, i18n.language),
              utc: utcTimeOf(event.at, i18n.language),
            })}
          </time>
        )}
      </div>
      <Track {...props} />
      <MomentField {...props} />
    </section>
  );
}

/**
 * Returns the revision that the user has chosen, and a function that chooses another revision. The address is
 * updated a moment after the choice. If the user presses a key before that, the slider continues from the
 * chosen revision and not from the one in the address.
 */
function useChosenRevision(revision: number): readonly [number, (revision: number) => void] {
  const [known, setKnown] = useState(revision);
  const [wanted, setWanted] = useState(revision);
  if (revision !== known) {
    setKnown(revision);
    setWanted(revision);
  }
  return [wanted, setWanted];
}

function Track({ revision: shown, total, event, onRevision }: RevisionsProps) {
  const { t, i18n } = useTranslation('replay');
  const nameOf = useEventName();
  const [revision, setRevision] = useChosenRevision(shown);
  const last = total - 1;
  const to = (wanted: number): void => {
    const next = Math.min(Math.max(wanted, 0), last);
    if (next === revision) return;
    setRevision(next);
    onRevision(next);
  };
  // Without this handler, Page Up and Page Down would move the slider by a tenth of the range, not by ten
  // events.
  const onKeyDown = (key: KeyboardEvent) => {
    if (key.key !== 'PageUp' && key.key !== 'PageDown') return;
    key.preventDefault();
    to(revision + (key.key === 'PageUp' ? PAGE : -PAGE));
  };
  const text =
    event?.revision !== revision
      ? t('after', { number: revision + 1, total })
      : t('sliderText', {
          number: revision + 1,
          total,
          what: nameOf(event),
          at: secondOf(event.at, i18n.language),
        });
  return (
    <div className="replay-track">
      <button
        type="button"
        className="icon-button"
        aria-label={t('back')}
        disabled={revision === 0}
        onClick={() => to(revision - 1)}
      >
        <CaretLeftIcon size={20} aria-hidden="true" />
      </button>
      <input
        type="range"
        className="replay-range"
        aria-label={t('slider')}
        aria-valuetext={text}
        min={0}
        max={last}
        step={1}
        value={revision}
        onChange={({ target }) => to(Number(target.value))}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t('forth')}
        disabled={revision === last}
        onClick={() => to(revision + 1)}
      >
        <CaretRightIcon size={20} aria-hidden="true" />
      </button>
    </div>
  );
}

/**
 * Returns the last millisecond of the typed second or minute, because the times of events have milliseconds
 * that the screen does not show.
 */
function endOf(typed: string): Date {
  const at = new Date(typed);
  // The browser leaves the seconds out if the user has typed none.
  if (/:\d\d:/.test(typed)) at.setMilliseconds(999);
  else at.setSeconds(59, 999);
  return at;
}

function MomentField({ id, onRevision }: RevisionsProps) {
  const { t } = useTranslation('replay');
  const [value, setValue] = useState('');
  const find = useRevisionAt(id);
  const field = useId();
  const search = (typed: string) => {
    setValue(typed);
    find.reset();
    const at = endOf(typed);
    if (typed === '' || Number.isNaN(at.getTime()) || at.getFullYear() < 1900) return;
    find.mutate(at.toISOString(), { onSuccess: onRevision });
  };
  const isBefore = find.error instanceof ApiError && find.error.status === 404;
  return (
    <div className="replay-moment">
      <label htmlFor={field}>{t('time')}</label>
      <input
        id={field}
        className="input"
        type="datetime-local"
        step={1}
        max="2999-12-31T23:59:59"
        value={value}
        aria-describedby={`${field}-hint`}
        onChange={({ target }) => search(target.value)}
      />
      <output className="text-note" id={`${field}-hint`}>
        {find.isError ? t(isBefore ? 'timeBefore' : 'timeFailed') : t('timeHint')}
      </output>
    </div>
  );
}
