import type { IncomingMessage } from 'node:http';
import type { Language } from '@siegel/contracts/enums';
import type { PageId } from '@siegel/contracts/pages';
import type { SiteView } from '@siegel/contracts/site';
import type { Plugin, ViteDevServer } from 'vite';
import type { Assets, Entry } from './src/documents/assets.js';
import type { PageOptions } from './src/documents/render.js';

interface Renderer {
  renderPage(options: PageOptions): string;
}
interface Pages {
  pageIdAt(path: string): PageId | undefined;
}
interface Languages {
  asLanguage(value: string | null): Language | undefined;
}

/**
 * Addresses of the source files themselves. During development, nothing is prefetched and the files keep
 * their names.
 */
const assetsOf = (entry: Entry): Assets => ({
  head: '/src/entries/head.ts',
  script: entry === 'document' ? '/src/entries/site.ts' : `/src/entries/${entry}.tsx`,
  styles: [`/src/styles/entries/${entry}.css`],
  fonts: [],
  preloads: [],
});

const asksForAPage = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

async function documentFor(
  server: ViteDevServer,
  api: string,
  address: URL,
): Promise<{ found: boolean; html: string }> {
  const { renderPage } = (await server.ssrLoadModule('/src/documents/render.tsx')) as Renderer;
  const { pageIdAt } = (await server.ssrLoadModule('@siegel/contracts/pages')) as Pages;
  const { asLanguage } = (await server.ssrLoadModule('/src/lib/language.ts')) as Languages;
  const page = pageIdAt(address.pathname.replace(/(?<=.)\/$/, ''));
  const site = (await (await fetch(new URL('/api/site', api))).json()) as SiteView;
  const html = renderPage({
    page: page ?? 'notFound',
    asked: asLanguage(address.searchParams.get('lang')),
    site,
    origin: address.origin,
    // The development server is started with the same environment as the backend.
    analytics: process.env['ANALYTICS_SESSION'] === 'off' ? 'memory' : 'tab',
    year: new Date().getFullYear(),
    assetsOf,
  });
  return { found: page !== undefined, html };
}

/**
 * Renders documents from the sources during development. Each request renders a new document, with the site
 * data of the running backend.
 */
export const devDocuments = (api: string): Plugin => ({
  name: 'dev-documents',
  apply: 'serve',
  configureServer: (server) => () => {
    server.middlewares.use((request, response, next) => {
      if (!asksForAPage(request)) return next();
      const address = new URL(request.originalUrl ?? '/', `http://${request.headers.host}`);
      documentFor(server, api, address)
        .then(({ html, found }) =>
          server.transformIndexHtml(address.pathname, html).then((made) => {
            response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(made);
          }),
        )
        .catch(next);
    });
  },
});
