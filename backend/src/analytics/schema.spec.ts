import { driftAfter } from '../platform/postgres/testing/schema-drift.js';
import { FunnelEventEntity } from './funnel-event.entity.js';
import { Analytics1763700000300 } from './migrations/1763700000300-analytics.js';
import { VisitorsToForget1795000002000 } from './migrations/1795000002000-visitors-to-forget.js';
import { PageViewEntity } from './page-view.entity.js';

it('has the tables that its entities declare', async () => {
  const migrations = [Analytics1763700000300, VisitorsToForget1795000002000];
  expect(await driftAfter({ entities: [PageViewEntity, FunnelEventEntity], migrations })).toEqual([]);
});
