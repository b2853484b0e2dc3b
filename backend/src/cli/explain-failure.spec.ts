import { ConfigInvalid } from '../platform/config/config.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { explainFailure } from './explain-failure.js';

describe('the text for a failure', () => {
  it("is only the error's message if the operator can fix the error", () => {
    expect(explainFailure(new OperatorError('Set X.'))).toBe('Set X.');
    const invalid = new ConfigInvalid(['PORT: expected a number.']);
    expect(invalid.name).toBe('ConfigInvalid');
    expect(explainFailure(invalid)).toBe('The configuration cannot be used:\n  - PORT: expected a number.');
  });

  it.each([
    [
      { code: 'EADDRINUSE', port: 80, syscall: 'listen' },
      'Port 80 is in use by another program. Stop that program, or choose another port, for instance with PORT=3001 npm start.',
    ],
    [
      { code: 'EACCES', port: 80, syscall: 'listen' },
      'This account may not use port 80. Choose another port, for instance with PORT=3001 npm start.',
    ],
    [{ code: 'EACCES', syscall: 'open' }, 'This account lacks a permission: open /a'],
    [{ code: 'ENOENT', syscall: 'open' }, 'open /a'],
  ])('has no stack trace for an error from the operating system: %j', (system, said) => {
    expect(explainFailure(Object.assign(new Error('open /a'), system))).toBe(said);
  });

  it.each([
    [
      'permission denied for table checkpoints',
      '42501',
      'The role of the database lacks a right: permission denied for table checkpoints. Make the role the owner',
    ],
    ['no schema has been selected to create in', '3F000', 'lacks a right: no schema has been selected'],
    ['password authentication failed for user "siegel"', '28P01', 'refuses the login: password'],
    ['database "none" does not exist', '3D000', 'refuses the login: database "none" does not exist. Check'],
    ['Connection terminated unexpectedly', undefined, 'cannot be reached, or'],
    ['', 'ECONNREFUSED', 'refuses the login: ECONNREFUSED. Check'],
  ])('has no stack trace for an error from the database: %s (%s)', (message, code, said) => {
    const explained = explainFailure(Object.assign(new Error(message), { code }));
    expect(explained).toContain(said);
    expect(explained).not.toContain('\n');
  });

  it('has the stack trace of an unexpected error', () => {
    expect(explainFailure(new TypeError('x is undefined'))).toMatch(/^TypeError: x is undefined\n\s+at /);
    expect(explainFailure('odd')).toBe('odd');
  });
});
