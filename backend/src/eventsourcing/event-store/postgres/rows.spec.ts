import { Authenticator } from '../../trust/authenticate.js';
import { TEST_KEYS } from '../../trust/testing/test-trust.js';
import { asEvent } from './rows.js';

describe('a row of the table of events', () => {
  it('becomes an event even if somebody made its columns empty, and this event is not authenticated', async () => {
    const event = asEvent(['7', null, null, null, null, null, null]);
    expect(event).toEqual({
      position: '7',
      stream: '',
      revision: -1,
      id: '',
      type: '',
      data: Buffer.alloc(0),
      metadata: Buffer.alloc(0),
    });
    expect(typeof (await new Authenticator(TEST_KEYS).alone(event))).toBe('string');
  });
});
