import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '@siegel/contracts/enums';
import type { PageId } from '@siegel/contracts/pages';
import type { SiteView } from '@siegel/contracts/site';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** What the frontend's bundle of documents exports. */
export interface DocumentRenderer {
  renderPage(wish: {
    readonly page: PageId | 'notFound';
    /** What the address names; undefined where it names none. */
    readonly asked: Language | undefined;
    readonly site: SiteView;
    readonly origin: string;
    readonly year: number;
  }): string;
}

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Document {
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
  /** Of the text, without quotes: each encoding has one of its own. */
  readonly tag: string;
}

export interface DocumentFacts {
  readonly site: SiteView;
  /** Scheme and host under which the world sees the site. */
  readonly origin: string;
  /** Year in Berlin, which the footer names. */
  readonly year: () => number;
}

/**
 * The pages of the site as HTML: made when they are first asked for, and kept until the process ends or the year
 * changes. As many as there are pages and languages, so that nobody can make them more.
 */
export class Documents {
  private readonly kept = new Map<string, Promise<Document>>();
  private year: number;

  constructor(
    private readonly renderer: DocumentRenderer,
    private readonly facts: DocumentFacts,
  ) {
    this.year = facts.year();
  }

  page(page: PageId | 'notFound', asked: Language | undefined): Promise<Document> {
    const year = this.facts.year();
    if (year !== this.year) this.kept.clear();
    this.year = year;
    const key = `${page} ${asked ?? ''}`;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const making = this.make(page, asked);
    this.kept.set(key, making);
    // What failed is tried again by whoever comes next.
    making.catch(() => this.kept.delete(key));
    return making;
  }

  private async make(page: PageId | 'notFound', asked: Language | undefined): Promise<Document> {
    const { site, origin } = this.facts;
    const html = Buffer.from(this.renderer.renderPage({ page, asked, site, origin, year: this.year }));
    const [br, gzipped] = await Promise.all([
      toBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      toGzip(html, { level: constants.Z_BEST_COMPRESSION }),
    ]);
    const tag = createHash('sha256').update(html).digest('base64url').slice(0, 22);
    return { bodies: { identity: html, br, gzip: gzipped }, tag };
  }
}

/**
 * What the frontend's build has made for it.
 * @param folder of the built frontend
 * @returns undefined where nothing was built
 */
export async function openDocuments(folder: string, facts: DocumentFacts): Promise<Documents | undefined> {
  const bundle = join(folder, 'documents/pages.js');
  if (!existsSync(bundle)) return undefined;
  return new Documents((await import(pathToFileURL(bundle).href)) as DocumentRenderer, facts);
}
