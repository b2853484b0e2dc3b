import { driftAfter } from '../platform/postgres/testing/schema-drift.js';
import { RateLimitEntity } from './limits/rate-limit.entity.js';
import { SessionEntity } from './callers/session.entity.js';
import { HTTP_MIGRATIONS } from './testing/test-app.js';

it('has the tables that its entities declare', async () => {
  expect(
    await driftAfter({ entities: [RateLimitEntity, SessionEntity], migrations: HTTP_MIGRATIONS }),
  ).toEqual([]);
});
