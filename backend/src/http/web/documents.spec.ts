import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sampleSite } from '@siegel/contracts/testing/sample-site';
import { type DocumentFacts, type DocumentRenderer, Documents } from './documents.js';

const facts = (month = (): string => '2026-11'): DocumentFacts => ({
  site: sampleSite,
  origin: 'https://siegel.example',
  analytics: 'tab',
  month,
});

function counted(fail = (): boolean => false): { renderer: DocumentRenderer; asked: string[] } {
  const asked: string[] = [];
  const renderPage: DocumentRenderer['renderPage'] = ({ page, asked: language, year }) => {
    asked.push(`${page} ${language ?? 'none'} ${year}`);
    if (fail()) throw new Error('no page');
    return `<title>${page} ${language} ${year}</title>`;
  };
  const renderFile: DocumentRenderer['renderFile'] = ({ file, asked: language, origin }) => {
    asked.push(`${file} ${language ?? 'none'}`);
    return `${file} of ${origin}`;
  };
  return { renderer: { renderPage, renderFile }, asked };
}

describe('the documents', () => {
  it('are rendered once for each page and language, even for concurrent requests', async () => {
    const { renderer, asked } = counted();
    const documents = new Documents(renderer, facts());
    await Promise.all([1, 2, 3].map(() => documents.page('faq', 'en')));
    await documents.page('faq', undefined);
    await documents.page('faq', 'en');
    expect(asked).toEqual(['faq en 2026', 'faq none 2026']);
  });

  it('are rendered once for each file and language too', async () => {
    const { renderer, asked } = counted();
    const documents = new Documents(renderer, facts());
    for (const language of [undefined, undefined, 'en'] as const)
      await documents.file('manifest.webmanifest', language);
    expect(asked).toEqual(['manifest.webmanifest none', 'manifest.webmanifest en']);
    const robots = await documents.file('robots.txt', undefined);
    expect(robots?.bodies.identity.toString()).toBe('robots.txt of https://siegel.example');
  });

  it('name the security contact, if there is one, for another eleven months', async () => {
    const { renderer, asked } = counted();
    const told = async (operatorEmail: string | null, month = '2026-11') => {
      const site = { ...sampleSite, operatorEmail };
      const made = await new Documents(renderer, { ...facts(() => month), site }).file(
        '.well-known/security.txt',
        'en',
      );
      return made?.bodies.identity.toString();
    };
    const text = [
      'Contact: mailto:post@siegel.example',
      'Expires: 2027-10-01T00:00:00Z',
      'Preferred-Languages: de, en',
      'Canonical: https://siegel.example/.well-known/security.txt',
      '',
    ].join('\n');
    expect(await told('post@siegel.example')).toBe(text);
    expect(await told('Siegel <post@siegel.example>')).toBe(text);
    expect(await told('post@siegel.example', '2026-12')).toContain('Expires: 2027-11-01T00:00:00Z');
    expect(await told(null)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  it('are the same text in each encoding', async () => {
    const { bodies } = await new Documents(counted().renderer, facts()).page('home', 'de');
    const text = '<title>home de 2026</title>';
    expect(bodies.identity.toString()).toBe(text);
    expect(brotliDecompressSync(bodies.br).toString()).toBe(text);
    expect(gunzipSync(bodies.gzip).toString()).toBe(text);
  });

  it('are rendered again when the month has changed, and name its year', async () => {
    let month = '2026-12';
    const { renderer, asked } = counted();
    const documents = new Documents(
      renderer,
      facts(() => month),
    );
    const before = await documents.page('home', 'de');
    month = '2027-01';
    const after = await documents.page('home', 'de');
    await documents.page('home', 'de');
    expect(asked).toEqual(['home de 2026', 'home de 2027']);
    expect(after.tag).not.toBe(before.tag);
  });

  it('are rendered with the kind of storage of the analytics session', async () => {
    const told: string[] = [];
    const renderPage: DocumentRenderer['renderPage'] = ({ analytics }) => {
      told.push(analytics);
      return '';
    };
    for (const analytics of ['tab', 'memory'] as const)
      await new Documents({ ...counted().renderer, renderPage }, { ...facts(), analytics }).page(
        'home',
        'de',
      );
    expect(told).toEqual(['tab', 'memory']);
  });

  it('are tried again after a failure', async () => {
    let broken = true;
    const documents = new Documents(counted(() => broken).renderer, facts());
    await expect(documents.page('home', 'de')).rejects.toThrow('no page');
    broken = false;
    await expect(documents.page('home', 'de')).resolves.toBeDefined();
  });
});
