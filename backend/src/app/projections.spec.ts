import { isAwaited } from '../eventsourcing/projections/projection.js';
import { projections } from './projections.js';

describe('read models', () => {
  it('that somebody may wait for come first, and the others let events gather', () => {
    const awaited = projections.filter((projection) => isAwaited(projection)).map(({ name }) => name);
    expect(awaited).toEqual(['ndas', 'voucher-list', 'withdrawals']);
  });
});
