import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '@siegel/contracts/enums';
import type { PageId } from '@siegel/contracts/pages';
import type { AnalyticsSession, SiteView } from '@siegel/contracts/site';
import { SECURITY_CONTACT, securityContact } from './security-contact.js';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** The exports of the frontend's bundle `documents/pages.js`. */
export interface DocumentRenderer {
  renderPage(options: {
    readonly page: PageId | 'notFound';
    /** The language in the URL; undefined if the URL contains none. */
    readonly asked: Language | undefined;
    readonly site: SiteView;
    readonly origin: string;
    readonly analytics: AnalyticsSession;
    readonly year: number;
  }): string;
  renderFile(options: {
    readonly file: Exclude<SiteFile, typeof SECURITY_CONTACT>;
    readonly asked: Language | undefined;
    readonly origin: string;
  }): string;
}

/** Files at fixed addresses, with their media types. Their content depends on the site or the language. */
export const SITE_FILES = {
  'robots.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml; charset=utf-8',
  'manifest.webmanifest': 'application/manifest+json; charset=utf-8',
  [SECURITY_CONTACT]: 'text/plain; charset=utf-8',
} as const;
export type SiteFile = keyof typeof SITE_FILES;

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Document {
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
  /** A hash of the text, without quotes. The `ETag` of each encoding is made from this hash. */
  readonly tag: string;
}

export interface DocumentFacts {
  readonly site: SiteView;
  /** The site's public scheme and host. */
  readonly origin: string;
  /** The kind of session id that the scripts for analytics use. */
  readonly analytics: AnalyticsSession;
  /** Returns the current month in Berlin as `YYYY-MM`. The footer of the pages shows its year. */
  readonly month: () => string;
}

/**
 * The site's pages as HTML. Each page is rendered at its first request, and cached until the process ends or
 * the month changes. The cache has one entry for each page and language, so clients cannot increase its size.
 */
export class Documents {
  private readonly kept = new Map<string, Promise<Document>>();
  private month: string;

  constructor(
    private readonly renderer: DocumentRenderer,
    private readonly facts: DocumentFacts,
  ) {
    this.month = facts.month();
  }

  page(page: PageId | 'notFound', asked: Language | undefined): Promise<Document> {
    const { site, origin, analytics } = this.facts;
    return this.once(`${page} ${asked ?? ''}`, (month) =>
      this.renderer.renderPage({ page, asked, site, origin, analytics, year: Number(month.split('-')[0]) }),
    );
  }

  /**
   * Returns the file. The security contact is the only file that a site may lack.
   * @returns undefined for the security contact if the operator's mail address is not configured
   */
  file(file: SiteFile, asked: Language | undefined): Promise<Document> | undefined {
    const { origin, site } = this.facts;
    const email = site.operatorEmail;
    if (file !== SECURITY_CONTACT)
      return this.once(`${file} ${asked ?? ''}`, () => this.renderer.renderFile({ file, asked, origin }));
    if (email === null) return undefined;
    return this.once(file, (month) => securityContact({ email, origin, month }));
  }

  /** True if `file` returns a document for this name. */
  hasFile(file: SiteFile): boolean {
    return file !== SECURITY_CONTACT || this.facts.site.operatorEmail !== null;
  }

  private once(key: string, render: (month: string) => string): Promise<Document> {
    const month = this.facts.month();
    if (month !== this.month) this.kept.clear();
    this.month = month;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const making = packed(() => render(month));
    this.kept.set(key, making);
    // If rendering a page fails, the page is rendered again at the next request.
    making.catch(() => this.kept.delete(key));
    return making;
  }
}

async function packed(render: () => string): Promise<Document> {
  const text = Buffer.from(render());
  const [br, gzipped] = await Promise.all([
    toBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    toGzip(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { bodies: { identity: text, br, gzip: gzipped }, tag };
}

/**
 * Loads the documents that the frontend's build made.
 * @param folder the folder of the built frontend
 * @returns undefined if nothing was built
 */
export async function openDocuments(folder: string, facts: DocumentFacts): Promise<Documents | undefined> {
  const bundle = join(folder, 'documents/pages.js');
  if (!existsSync(bundle)) return undefined;
  return new Documents((await import(pathToFileURL(bundle).href)) as DocumentRenderer, facts);
}
