import type { ObligationView } from '@siegel/contracts/admin/views';
import { lazy, useState } from 'react';
import { OnDemand } from '../../../components/on-demand.js';
import { ObligationRow } from './obligation-row.js';
import { useClosing, useHiddenObligations } from './obligations.js';

const CloseDialog = lazy(async () => ({ default: (await import('./close-dialog.js')).CloseDialog }));

export interface ObligationListProps {
  readonly items: readonly ObligationView[];
  readonly linked?: boolean;
  /** False for a role that only reads. */
  readonly mayClose: boolean;
}

/** Shows obligations, except those that were closed a moment ago. */
export function ObligationList({ items, linked = true, mayClose }: ObligationListProps) {
  const hidden = useHiddenObligations();
  const close = useClosing();
  const [asking, setAsking] = useState<ObligationView>();
  const shown = items.filter(({ id, closable }) => !closable || !hidden.has(id));
  return (
    <>
      <ul>
        {shown.map((one) => (
          <ObligationRow
            key={`${one.kind} ${one.party} ${one.id}`}
            obligation={one}
            linked={linked}
            onClose={mayClose ? setAsking : undefined}
          />
        ))}
      </ul>
      <OnDemand open={asking !== undefined}>
        {asking !== undefined && (
          <CloseDialog
            obligation={asking}
            onCancel={() => setAsking(undefined)}
            onConfirm={(note) => {
              setAsking(undefined);
              close(asking, note);
            }}
          />
        )}
      </OnDemand>
    </>
  );
}
