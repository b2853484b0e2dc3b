import { PassThrough } from 'node:stream';
import { askYes, receiptLine, receiptText } from './erase-nda.js';

describe('the question before an erasure', () => {
  const answered = async (text: string): Promise<{ yes: boolean; shown: string }> => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const asked = askYes('Erase it?', { input, output });
    input.write(`${text}\n`);
    const yes = await asked;
    return { yes, shown: String(output.read()) };
  };

  it('shows the word to type', async () =>
    expect((await answered('yes')).shown).toContain('Erase it?\nType yes to continue: '));

  it.each([
    ['yes', true],
    [' YES ', true],
    ['y', false],
    ['', false],
    ['no', false],
    ['yes please', false],
  ])('counts the answer %j as %j', async (text, expected) =>
    expect((await answered(text)).yes).toBe(expected),
  );

  it('counts as a no if the terminal closes', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const asked = askYes('Erase it?', { input, output });
    input.end();
    expect(await asked).toBe(false);
  });
});

describe('the receipt of an erasure', () => {
  const receipt = {
    keyId: '019a7a10-0000-7000-8000-000000000001',
    destroyedAt: '2026-11-27T10:00:00.000Z',
    receiptKeyId: 'key',
    receiptSignature: 'signature',
  };

  it('is the same for a person and for a program, but a program gets it on one line', () => {
    const text = receiptText('1', receipt);
    expect(text).toMatch(/^NDA 1 is erased: its key is destroyed\.\n/);
    const told: unknown = JSON.parse(text.slice(text.indexOf('{')));
    expect(JSON.parse(receiptLine('1', receipt))).toEqual(told);
    expect(told).toEqual({ stream: 'nda-1', ...receipt });
  });
});
