import { formsIn, formsOfBytes, formsOfText } from './byte-forms.js';

const TEXT = 'Jürgen "Wärme" Groß';
const wanted = new Map([['name', formsOfText(TEXT)]]);
const found = (bytes: Buffer | string) => formsIn(Buffer.from(bytes), wanted);

describe('a scan of bytes', () => {
  it.each(['a', 'ab', 'abc'])('finds a text in base64 after %j, whatever follows the text', (before) => {
    for (const behind of ['', 'x', 'yz']) {
      const all = Buffer.from(before + TEXT + behind);
      const at = before.length % 3;
      expect(found(all.toString('base64'))).toContain(`name (base64 at ${at})`);
      expect(found(all.toString('base64url'))).toContain(`name (base64url at ${at})`);
    }
  });
  it('finds a text in UTF-8, UTF-16, JSON and hexadecimal', () => {
    const utf16 = Buffer.from(TEXT, 'utf16le');
    expect(found(`before${TEXT}`)).toEqual(['name (bytes)']);
    expect(found(utf16)).toEqual(['name (UTF-16 LE)']);
    expect(found(Buffer.from(utf16).swap16())).toEqual(['name (UTF-16 BE)']);
    expect(found(JSON.stringify({ TEXT }))).toEqual(['name (JSON)']);
    expect(found('{"a":"J\\u00fcrgen \\"W\\u00e4rme\\" Gro\\u00df"}')).toEqual(['name (JSON in ASCII)']);
    expect(found(Buffer.from(TEXT).toString('hex'))).toEqual(['name (hexadecimal)']);
  });
  it('finds nothing if the text is not there, and refuses a text that is too short', () => {
    expect(found(Buffer.alloc(4096, TEXT.slice(1)))).toEqual([]);
    expect(() => formsOfText('Erika')).toThrow(/too short/);
  });
  it('finds bytes that are not text', () => {
    const key = Buffer.from([0, 255, 128, 7, 9, 250, 3, 1]);
    const inHex = formsIn(Buffer.from(`\\x${key.toString('hex')}`), new Map([['key', formsOfBytes(key)]]));
    expect(inHex).toEqual(['key (hexadecimal)']);
  });
});
