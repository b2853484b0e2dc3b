import { isAwaited } from '../eventsourcing/projections/projection.js';
import { projections } from './projections.js';

describe('read models', () => {
  it('that a request may wait for get each event at once, and the others may get events later', () => {
    const awaited = projections.filter((projection) => isAwaited(projection)).map(({ name }) => name);
    expect(awaited).toEqual(['ndas', 'voucher-list', 'withdrawals']);
  });
});
