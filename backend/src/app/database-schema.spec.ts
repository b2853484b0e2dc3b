import { driftAfter } from '../platform/postgres/testing/schema-drift.js';
import { entities, migrations } from './database-schema.js';

describe('the schema', () => {
  it('that the migrations create equals the one that the entities declare', async () => {
    expect(await driftAfter({ entities, migrations })).toEqual([]);
  });
});
