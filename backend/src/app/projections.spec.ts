import { isAwaited } from '../eventsourcing/projections/projection.js';
import { projections } from './projections.js';

describe('read models', () => {
  it('get each event at once if a request may wait for them; only the others may get events later', () => {
    const awaited = projections.filter((projection) => isAwaited(projection)).map(({ name }) => name);
    expect(awaited).toEqual(['ndas', 'voucher-list', 'withdrawals']);
  });
});
