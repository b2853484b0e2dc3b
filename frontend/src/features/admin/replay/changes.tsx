import { FIELD_FORMATS, type ReplayedField } from '@siegel/contracts/audit/fields';
import type { AuditedEventView, FieldChange, NdaAtView, Unreadable } from '@siegel/contracts/audit/views';
import { useTranslation } from 'react-i18next';
import { Block } from '../page/block.js';
import { useFieldName, useFieldWords } from './words.js';

/** How many characters of a text a cell shows. The rest is collapsed. */
const SHORT = 160;

/**
 * True if the event's origin can be shown. If the event has a user agent but no IP address, the IP address is
 * shown as unknown.
 */
const isOriginShown = ({ ip, userAgent }: AuditedEventView): boolean => ip !== null || userAgent !== null;

/**
 * Shows the fields that an event changed, with their old and new values. The first event has no old values.
 */
export function Changes({ at, event }: { at: NdaAtView; event: AuditedEventView | undefined }) {
  const { t } = useTranslation('replay');
  const { changes, revision, unreadable } = at;
  const isFirst = revision === 0;
  return (
    <Block
      id="replay-changes"
      title={t('changes')}
      aside={
        event !== undefined && (
          <span className="text-note">
            {[
              t('by.person', { who: t(`actors.${event.actor}`) }),
              ...(isOriginShown(event) ? [event.ip ?? t('addressNotKnown')] : []),
            ].join(', ')}
          </span>
        )
      }
    >
      {changes.length === 0 ? (
        <EventData event={event} />
      ) : (
        <table className="replay-changes">
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              {!isFirst && <th scope="col">{t('before')}</th>}
              <th scope="col">{t('then')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <Change key={change.field} change={change} isFirst={isFirst} unreadable={unreadable} />
            ))}
          </tbody>
        </table>
      )}
      {event?.userAgent !== undefined && event.userAgent !== null && event.userAgent !== '' && (
        <p className="text-note replay-agent">{event.userAgent}</p>
      )}
    </Block>
  );
}

interface ChangeProps {
  readonly change: FieldChange;
  readonly isFirst: boolean;
  readonly unreadable: Unreadable | null;
}

function Change({ change, isFirst, unreadable }: ChangeProps) {
  const { t } = useTranslation('replay');
  const nameOf = useFieldName();
  const wordsOf = useFieldWords();
  const { field, before, after, gone } = change;
  return (
    <tr>
      <th scope="row">{nameOf(field)}</th>
      {!isFirst && (
        <td>
          {before === null ? (
            <span className="text-note">{t('empty')}</span>
          ) : (
            <del className={classOf(field)}>
              <Value text={wordsOf(field, before)} />
            </del>
          )}
        </td>
      )}
      <td>
        {gone ? (
          <span className="replay-gone">{t(`gone.${unreadable ?? 'erased'}`)}</span>
        ) : (
          <ins className={classOf(field)}>
            <Value text={wordsOf(field, after)} />
          </ins>
        )}
      </td>
    </tr>
  );
}

const classOf = (field: ReplayedField): string | undefined =>
  FIELD_FORMATS[field] === 'code' ? 'text-mono' : undefined;

function Value({ text }: { text: string }) {
  if (text.length <= SHORT) return <bdi>{text}</bdi>;
  return (
    <details className="replay-long">
      <summary>
        <bdi>{text.slice(0, SHORT)} …</bdi>
      </summary>
      <bdi>{text.slice(SHORT)}</bdi>
    </details>
  );
}

/** Shows the data of an event that changed no field. */
function EventData({ event }: { event: AuditedEventView | undefined }) {
  const { t } = useTranslation('replay');
  const data = Object.entries(event?.data ?? {}).filter(([, value]) => value !== null);
  return (
    <>
      <p>{t('nothing')}</p>
      {event !== undefined && event.data !== null && data.length === 0 && (
        <p className="text-soft">{t('nothingRecorded')}</p>
      )}
      {data.length > 0 && (
        <>
          <p className="text-soft">{t('recorded')}</p>
          <dl className="replay-data">
            {data.map(([name, value]) => (
              <div key={name}>
                <dt className="text-mono">{name}</dt>
                <dd className="text-mono">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}
