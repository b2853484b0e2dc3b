import { isAwaited } from '../eventsourcing/projections/projection.js';
import { projections } from './projections.js';

describe('read models', () => {
  it('that a request may wait for come first, and all others run at low priority', () => {
    const awaited = projections.filter((projection) => isAwaited(projection)).map(({ name }) => name);
    expect(awaited).toEqual(['ndas', 'voucher-list', 'withdrawals']);
  });
});
