import { LeaseEntity } from '../subscriptions/leases/lease.entity.js';
import { Leases1763700300001 } from '../subscriptions/leases/migrations/1763700300001-leases.js';
import { driftAfter } from '../../platform/postgres/testing/schema-drift.js';
import { WorkerHeartbeats1763700300003 } from '../../platform/jobs/migrations/1763700300003-worker-heartbeats.js';
import { JobEntity } from '../../platform/jobs/job.entity.js';
import { Jobs1795000001400 } from '../../platform/jobs/migrations/1795000001400-jobs.js';
import { CausesOfJobs1795000007000 } from '../../platform/jobs/migrations/1795000007000-causes-of-jobs.js';
import { JobsKnowTheirAge1795000007610 } from '../../platform/jobs/migrations/1795000007610-jobs-know-their-age.js';
import { ParkedJobs1795000009710 } from '../../platform/jobs/migrations/1795000009710-parked-jobs.js';
import { WorkerHeartbeatEntity } from '../../platform/jobs/worker-heartbeat.entity.js';
import { CheckpointEntity } from '../subscriptions/checkpoint.entity.js';
import { SweepPlaces1795000003740 } from '../reactions/migrations/1795000003740-sweep-places.js';
import { SweepPlaceEntity } from '../reactions/sweep-place.entity.js';
import { Projections1763700300002 } from './migrations/1763700300002-projections.js';
import { DoneTombstones1795000001700 } from './migrations/1795000001700-done-tombstones.js';
import { ProjectionTombstoneEntity } from './projection-tombstone.entity.js';

it('the tables match their entities', async () => {
  const migrations = [
    Leases1763700300001,
    Projections1763700300002,
    WorkerHeartbeats1763700300003,
    Jobs1795000001400,
    CausesOfJobs1795000007000,
    DoneTombstones1795000001700,
    SweepPlaces1795000003740,
    JobsKnowTheirAge1795000007610,
    ParkedJobs1795000009710,
  ];
  const entities = [
    LeaseEntity,
    CheckpointEntity,
    ProjectionTombstoneEntity,
    JobEntity,
    WorkerHeartbeatEntity,
    SweepPlaceEntity,
  ];
  expect(await driftAfter({ entities, migrations })).toEqual([]);
});
