import { driftAfter } from '../platform/postgres/testing/schema-drift.js';
import { FigureSumEntity, NdaFiguresEntity } from './figures.entity.js';
import { FunnelEventEntity } from './funnel-event.entity.js';
import { Analytics1763700000300 } from './migrations/1763700000300-analytics.js';
import { VisitorsToForget1795000002000 } from './migrations/1795000002000-visitors-to-forget.js';
import { Figures1795000005410 } from './migrations/1795000005410-figures.js';
import { CountedVisits1795000005420 } from './migrations/1795000005420-counted-visits.js';
import { VisitsToDelete1795000009082 } from './migrations/1795000009082-visits-to-delete.js';
import { PageViewEntity } from './page-view.entity.js';
import { VisitSumEntity } from './visit-sum.entity.js';

it('has the tables that its entities declare', async () => {
  const migrations = [
    Analytics1763700000300,
    VisitorsToForget1795000002000,
    Figures1795000005410,
    CountedVisits1795000005420,
    VisitsToDelete1795000009082,
  ];
  const entities = [PageViewEntity, FunnelEventEntity, VisitSumEntity, NdaFiguresEntity, FigureSumEntity];
  expect(await driftAfter({ entities, migrations })).toEqual([]);
});
