import { driftAfter } from '../platform/postgres/testing/schema-drift.js';
import { entities, migrations } from './database-schema.js';

describe('the schema', () => {
  it('equals, after all migrations, the one that the entities declare', async () => {
    expect(await driftAfter({ entities, migrations })).toEqual([]);
  });
});
