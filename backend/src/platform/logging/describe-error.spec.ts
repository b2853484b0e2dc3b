import { OperatorError } from '../errors/operator-error.js';
import { describeError, errorDetails } from './describe-error.js';

const NAME = 'Katharina Brandstetter';
const quoting = (): Error => Object.assign(new Error(`no glyph in ${NAME}`), { code: 'E_GLYPH' });

describe('the short description of an error', () => {
  it('has its name, its code and its place, but not its message', () => {
    const description = describeError(quoting());
    expect(description.error).toBe('Error E_GLYPH');
    expect(description.at[0]).toMatch(/^quoting \(.*describe-error\.spec/);
    expect(description).not.toHaveProperty('causes');
    expect(JSON.stringify(description)).not.toContain(NAME);
  });

  it('has the causes of the error, and the message of those that are written for operators', () => {
    const busy = new OperatorError('The renderer is busy: check the load.', { cause: quoting() });
    const { error, causes } = describeError(new Error('step failed', { cause: busy }));
    expect(error).toBe('Error');
    expect(causes).toEqual([
      { error: 'OperatorError', at: expect.any(Array), message: 'The renderer is busy: check the load.' },
      { error: 'Error E_GLYPH', at: expect.any(Array) },
    ]);
    expect(JSON.stringify(causes)).not.toContain(NAME);
  });

  it('ends after three causes, even if an error is its own cause', () => {
    const circle = new Error('again');
    circle.cause = circle;
    expect(describeError(circle).causes).toHaveLength(3);
    expect(JSON.stringify(errorDetails(circle))).toMatch(/again/);
  });

  it('has the type of a cause that is not an error', () =>
    expect(describeError(new Error('failed', { cause: NAME })).causes).toEqual([
      { error: 'string', at: [] },
    ]));
});
