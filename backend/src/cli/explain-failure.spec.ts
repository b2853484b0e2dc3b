import { ConfigInvalid } from '../platform/config/config.js';
import { OperatorError } from '../platform/operator-error.js';
import { explainFailure } from './explain-failure.js';

describe('what is said of a failure', () => {
  it('is the message alone where the operator can mend it', () => {
    expect(explainFailure(new OperatorError('Set X.'))).toBe('Set X.');
    const invalid = new ConfigInvalid(['PORT: expected a number.']);
    expect(invalid.name).toBe('ConfigInvalid');
    expect(explainFailure(invalid)).toBe('The configuration cannot be used:\n  - PORT: expected a number.');
  });

  it.each([
    [
      { code: 'EADDRINUSE', port: 80, syscall: 'listen' },
      'Port 80 is in use by another program. Stop it, or choose another port, as in PORT=3001 npm start.',
    ],
    [
      { code: 'EACCES', port: 80, syscall: 'listen' },
      'Port 80 may not be used by this account. Choose another, as in PORT=3001 npm start.',
    ],
    [{ code: 'EACCES', syscall: 'open' }, 'No permission: open /a'],
    [{ code: 'ENOENT', syscall: 'open' }, 'open /a'],
  ])('of the operating system has no stack trace: %j', (system, said) => {
    expect(explainFailure(Object.assign(new Error('open /a'), system))).toBe(said);
  });

  it('shows where it came from where nobody foresaw it', () => {
    expect(explainFailure(new TypeError('x is undefined'))).toMatch(/^TypeError: x is undefined\n\s+at /);
    expect(explainFailure('odd')).toBe('odd');
  });
});
