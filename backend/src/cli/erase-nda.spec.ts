import { PassThrough } from 'node:stream';
import { askYes } from './erase-nda.js';

describe('the question before an erasure', () => {
  const answered = async (text: string): Promise<{ yes: boolean; shown: string }> => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const asked = askYes('Erase it?', { input, output });
    input.write(`${text}\n`);
    const yes = await asked;
    return { yes, shown: String(output.read()) };
  };

  it('is shown with what to type', async () =>
    expect((await answered('yes')).shown).toContain('Erase it?\nType yes to go on: '));

  it.each([
    ['yes', true],
    [' YES ', true],
    ['y', false],
    ['', false],
    ['no', false],
    ['yes please', false],
  ])('takes %j as %j', async (text, expected) => expect((await answered(text)).yes).toBe(expected));
});
