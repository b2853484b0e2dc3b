import { ndaAfter } from '../../nda/testing/given.js';
import { partsOf, recordedStory } from '../testing/signed-nda.js';
import { type DocumentInput, documentInput } from './document-input.js';
import { renderDocument } from './render-document.js';
import { RenderPool } from './render-pool.js';

function input(language: 'de' | 'en' = 'de'): DocumentInput {
  const events = recordedStory({ terms: { language } });
  return documentInput(ndaAfter(events), events, partsOf(events));
}

describe('RenderPool', () => {
  const pool = new RenderPool();
  afterAll(() => pool.close());

  it('starts no thread before there is a document to print', () => {
    expect(new RenderPool().threads).toBe(0);
  });

  it('makes the same bytes as this thread does, several documents at once', async () => {
    const [german, english, again] = await Promise.all([
      pool.render(input('de')),
      pool.render(input('en')),
      pool.render(input('de')),
    ]);
    const here = await renderDocument(input('de'));
    expect(german.bytes.equals(here.bytes)).toBe(true);
    expect(again.bytes.equals(here.bytes)).toBe(true);
    expect(english.bytes.equals(here.bytes)).toBe(false);
    expect(Buffer.isBuffer(german.bytes)).toBe(true);
    expect(german.pages).toBe(here.pages);
  });

  it('fails for an invalid input, and continues with the next', async () => {
    const broken = {
      ...input(),
      signatures: {
        ...input().signatures,
        1: { ...input().signatures[1], image: Buffer.from('no picture') },
      },
    };
    await expect(pool.render(broken)).rejects.toThrow();
    await expect(pool.render(input())).resolves.toMatchObject({ pages: 6 });
  });

  it('can be closed twice, and used again afterwards', async () => {
    await pool.close();
    await pool.close();
    await expect(pool.render(input())).resolves.toMatchObject({ pages: 6 });
  });
});
