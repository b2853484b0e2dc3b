import type { AuditedEventView } from '@siegel/contracts/audit/views';
import type { Role } from '@siegel/contracts/enums';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../page/loaded.js';
import { useAddress } from '../page/use-address.js';
import { Changes } from './changes.js';
import { Proof } from './proof.js';
import { useEvents, useNdaAt } from './replay.js';
import { Revisions } from './revisions.js';
import { Chain, State } from './state.js';
import { Timeline } from './timeline.js';

/**
 * Returns the revision that the address names. Undefined if the address names no revision. The newest
 * revision is then shown.
 */
function revisionIn(value: string | null): number | undefined {
  const revision = Number(value ?? 'none');
  return Number.isInteger(revision) && revision >= 0 && revision <= 1_000_000_000 ? revision : undefined;
}

/** Replay of an NDA, event by event. The address holds the revision, counted from 0 (rule:replay). */
export function ReplayView({ id, reader }: { id: string; reader: Role }) {
  const { t } = useTranslation('replay');
  const { params, change } = useAddress();
  const wanted = revisionIn(params.get('revision'));
  const first = useEvents(id, wanted);
  const total = first.data?.total;
  const revision = total === undefined ? undefined : Math.min(wanted ?? total - 1, total - 1);
  // If the address names no revision, the request above fetches the first page of events, which gives the
  // total. The newest event may be on another page, so fetch the page of that event.
  const shown = useEvents(id, revision ?? wanted);
  const at = useNdaAt(id, revision);
  const onRevision = (next: number) => change({ revision: String(next) });
  return (
    <Loaded query={shown} failed={t('failed')} lines={['half', 'full', 'most', 'full', 'half']}>
      {({ items }) => {
        if (revision === undefined || total === undefined) return null;
        const event: AuditedEventView | undefined = items.find((one) => one.revision === revision);
        return (
          <div>
            <Proof id={id} total={total} onRevision={onRevision} />
            <Revisions id={id} revision={revision} total={total} event={event} onRevision={onRevision} />
            <div className="replay-columns">
              <Timeline events={items} revision={revision} total={total} onRevision={onRevision} />
              <div className="replay-then" aria-live="polite" aria-busy={at.isPlaceholderData || undefined}>
                <Loaded query={at} failed={t('stateFailed')} lines={['half', 'full', 'full', 'most']}>
                  {(then) => (
                    <>
                      <Changes at={then} event={items.find((one) => one.revision === then.revision)} />
                      <State id={id} at={then} reader={reader} />
                    </>
                  )}
                </Loaded>
                {event !== undefined && <Chain event={event} />}
              </div>
            </div>
          </div>
        );
      }}
    </Loaded>
  );
}
