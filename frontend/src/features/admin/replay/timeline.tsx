import type { AuditedEventView } from '@siegel/contracts/audit/views';
import { EVENT_PAGE_SIZE } from '@siegel/contracts/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { classNames } from '../../../lib/class-names.js';
import { formatShortDate } from '../../../lib/format-figures.js';
import { Block } from '../page/block.js';
import { timeOf, useEventName } from './words.js';

export interface TimelineProps {
  readonly events: readonly AuditedEventView[];
  /** Revision of the shown event, counted from 0. */
  readonly revision: number;
  readonly total: number;
  readonly onRevision: (revision: number) => void;
}

/**
 * Lists the events around the shown event, each with its cause. The list marks the cause and the consequences
 * of the event under the pointer or with the focus. If there is no such event, the list marks the cause and
 * the consequences of the shown event.
 */
export function Timeline({ events, revision, total, onRevision }: TimelineProps) {
  const { t, i18n } = useTranslation('replay');
  const [hovered, setHovered] = useState<number>();
  const at = events.find((event) => event.revision === (hovered ?? revision));
  const cause = events.find(({ eventId }) => eventId === at?.cause.eventId);
  const from = events[0]?.revision ?? 0;
  const causedAt = cause?.revision ?? at?.cause.revision ?? undefined;
  const end = from + events.length;
  return (
    <Block id="replay-timeline" className="replay-timeline" title={t('timeline')}>
      {from > 0 && (
        <Button size="sm" onClick={() => onRevision(from - 1)}>
          {t('earlier')}
        </Button>
      )}
      <ol start={from + 1}>
        {events.map((event, index) => {
          const day = formatShortDate(event.at, i18n.language);
          const before = events[index - 1];
          return (
            <Entry
              key={event.revision}
              event={event}
              events={events}
              day={
                before !== undefined && formatShortDate(before.at, i18n.language) === day ? undefined : day
              }
              isCurrent={event.revision === revision}
              isLater={event.revision > revision}
              tie={tieOf(event, at, cause)}
              arc={arcOf(event.revision, { from: causedAt, to: at?.revision, first: from })}
              onHover={setHovered}
              onRevision={onRevision}
            />
          );
        })}
      </ol>
      {end < total && events.length === EVENT_PAGE_SIZE && (
        <Button size="sm" onClick={() => onRevision(end)}>
          {t('later')}
        </Button>
      )}
    </Block>
  );
}

type Tie = 'isCause' | 'isEffect' | undefined;

function tieOf(
  event: AuditedEventView,
  at: AuditedEventView | undefined,
  cause: AuditedEventView | undefined,
): Tie {
  if (at === undefined || event === at) return undefined;
  if (event === cause) return 'isCause';
  return event.cause.eventId === at.eventId ? 'isEffect' : undefined;
}

/**
 * CSS classes for the parts of the line that connects a cause with its consequence. If the cause is earlier
 * than the page's first event, the line is open at the top.
 */
const ARC_CLASSES = {
  start: 'is-start',
  between: 'is-between',
  open: 'is-between is-open',
  end: 'is-end',
  'open-end': 'is-end is-open',
} as const;
type Arc = keyof typeof ARC_CLASSES;

interface Line {
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Revision of the first event on the page. */
  readonly first: number;
}

function arcOf(revision: number, { from, to, first }: Line): Arc | undefined {
  if (from === undefined || to === undefined || revision < from || revision > to) return undefined;
  if (revision === from) return 'start';
  const isOpen = revision === first;
  if (revision === to) return isOpen ? 'open-end' : 'end';
  return isOpen ? 'open' : 'between';
}

interface EntryProps {
  readonly event: AuditedEventView;
  readonly events: readonly AuditedEventView[];
  /** Set on the first event of a day. */
  readonly day: string | undefined;
  readonly isCurrent: boolean;
  readonly isLater: boolean;
  readonly tie: Tie;
  readonly arc: Arc | undefined;
  readonly onHover: (revision: number | undefined) => void;
  readonly onRevision: (revision: number) => void;
}

function Entry({ event, events, day, isCurrent, isLater, tie, arc, onHover, onRevision }: EntryProps) {
  const { t, i18n } = useTranslation('replay');
  const nameOf = useEventName();
  const { revision, at } = event;
  return (
    <>
      {day !== undefined && (
        <li className="replay-day text-figures" aria-hidden="true">
          {day}
        </li>
      )}
      <li
        className={classNames('replay-event', isCurrent && 'is-current', isLater && 'is-later')}
        value={revision + 1}
      >
        <span className="replay-number text-figures" aria-hidden="true">
          {revision + 1}
        </span>
        <span className="replay-dot" aria-hidden="true" />
        <div className="replay-what">
          <button
            type="button"
            onMouseEnter={() => onHover(revision)}
            onMouseLeave={() => onHover(undefined)}
            onFocus={() => onHover(revision)}
            onBlur={() => onHover(undefined)}
            aria-current={isCurrent ? 'step' : undefined}
            onClick={() => onRevision(revision)}
          >
            {nameOf(event)}
          </button>
          <Cause event={event} events={events} onRevision={onRevision} />
          {tie !== undefined && <small className="replay-tie">{t(tie)}</small>}
        </div>
        <time className="text-figures" dateTime={at}>
          {timeOf(at, i18n.language)}
        </time>
        <span
          className={classNames('replay-arc', arc !== undefined && ARC_CLASSES[arc])}
          aria-hidden="true"
        />
      </li>
    </>
  );
}

type CauseProps = Pick<EntryProps, 'event' | 'events' | 'onRevision'>;

function Cause({ event, events, onRevision }: CauseProps) {
  const { t } = useTranslation('replay');
  const nameOf = useEventName();
  const { by, revision } = event.cause;
  if (revision === null) {
    const words = by === 'person' ? t('by.person', { who: t(`actors.${event.actor}`) }) : t(`by.${by}`);
    return <small>{words}</small>;
  }
  // If the causing event is on another page, the name of that event is not loaded. The link then shows only
  // the event's number.
  const cause = events.find((one) => one.revision === revision);
  return (
    <small>
      {t(by === 'provider' ? 'by.aboutOf' : 'by.eventOf')}{' '}
      <button type="button" className="replay-link" onClick={() => onRevision(revision)}>
        {cause === undefined ? t('numbered', { number: revision + 1 }) : `${revision + 1}, ${nameOf(cause)}`}
      </button>
    </small>
  );
}
