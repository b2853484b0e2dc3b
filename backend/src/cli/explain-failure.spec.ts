import { ConfigInvalid } from '../platform/config/config.js';
import { OperatorError } from '../platform/errors/operator-error.js';
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

  it.each([
    [
      'permission denied for table checkpoints',
      '42501',
      'The role that works on the database lacks a right: permission denied for table checkpoints. Let the role own',
    ],
    ['no schema has been selected to create in', '3F000', 'lacks a right: no schema has been selected'],
    ['password authentication failed for user "siegel"', '28P01', 'does not let us in: password'],
    ['database "none" does not exist', '3D000', 'does not let us in: database "none" does not exist. Are'],
    ['Connection terminated unexpectedly', undefined, 'cannot be reached, or'],
    ['', 'ECONNREFUSED', 'not let us in: ECONNREFUSED. Are'],
  ])('of a database has no stack trace: %s (%s)', (message, code, said) => {
    const explained = explainFailure(Object.assign(new Error(message), { code }));
    expect(explained).toContain(said);
    expect(explained).not.toContain('\n');
  });

  it('shows where it came from where nobody foresaw it', () => {
    expect(explainFailure(new TypeError('x is undefined'))).toMatch(/^TypeError: x is undefined\n\s+at /);
    expect(explainFailure('odd')).toBe('odd');
  });
});
