import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createChunks } from './vite-chunks.js';
import { compressedFiles } from './vite-compressed-files.js';
import { devDocuments } from './vite-dev-documents.js';
import { documentAssets } from './vite-document-assets.js';
import { iconWeights } from './vite-icon-weights.js';
import { standaloneScripts } from './vite-standalone-scripts.js';

const API = 'http://localhost:3000';
const contracts = fileURLToPath(new URL('../contracts/src', import.meta.url));

const client = fileURLToPath(new URL('dist/client', import.meta.url));
const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));
const SCRIPTS = {
  wizard: source('entries/wizard.tsx'),
  signing: source('entries/signing.tsx'),
  check: source('entries/check.tsx'),
  admin: source('entries/admin.tsx'),
};
const signingView = (name: string): string => source(`features/signing-page/${name}.tsx`);
const SIGNING_VIEWS = {
  first: signingView('remote-views'),
  later: [signingView('sign-view'), signingView('done-view'), signingView('link-ended')],
};
const ADMIN_VIEWS = ['dashboard/dashboard-page', 'nda-page/nda-page', 'nda-page/audit-page'].map((name) =>
  source(`features/admin/${name}.tsx`),
);
const SIGNING_STEP = source('features/signing/signing-step.tsx');
const BEGUN_WITH = /\/(?:libraries|application|rolldown-runtime|signing-parts)-/;
const FETCHES_AHEAD = /\/(?:remote-views|application)-/;
const ENTRIES = [
  ...Object.values(SCRIPTS),
  ...['document', 'wizard', 'signing', 'check', 'admin'].map((name) => source(`styles/entries/${name}.css`)),
];

const resolve = {
  alias: [
    { find: /^@siegel\/contracts\/(.*)$/, replacement: `${contracts}/$1.ts` },
    // The i18n library imports this shim for React versions without `useSyncExternalStore`. Our version of
    // React has this hook.
    { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  ],
};

/** Paths that the backend serves during development: API calls, the mailbox, and generated files. */
const FROM_BACKEND = ['/api', '/dev', '/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/.well-known'];

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: isSsrBuild
    ? [react(), iconWeights, documentAssets(client)]
    : [react(), iconWeights, devDocuments(API), standaloneScripts(resolve), compressedFiles],
  resolve,
  appType: 'custom',
  server: {
    proxy: Object.fromEntries(FROM_BACKEND.map((path) => [path, API])),
  },
  // Only the built bundle includes the npm packages. During development, Node has to load the packages
  // itself, because they are CommonJS.
  ...(isSsrBuild ? { ssr: { noExternal: true as const } } : {}),
  // Code imports a whole file of texts. A named export for each key would only make the file larger.
  json: { namedExports: false },
  build: isSsrBuild
    ? { ssr: 'src/documents/pages.ts', outDir: 'dist/documents', target: 'node20', copyPublicDir: false }
    : {
        outDir: client,
        manifest: true,
        target: 'es2022',
        // The content security policy allows only this origin, so `data:` addresses are forbidden.
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // Chunks that an application has loaded at its start are not preloaded again. Chunks that match
          // `FETCHES_AHEAD` import other chunks in advance, before anybody needs them. The importing chunks
          // contain no lists of the imported chunks' dependencies, because the file names would make the
          // first view larger. The browser finds these dependencies one by one.
          resolveDependencies: (_, files, { hostId }) =>
            FETCHES_AHEAD.test(hostId) ? [] : files.filter((file) => !BEGUN_WITH.test(file)),
        },
        rolldownOptions: {
          input: ENTRIES,
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: createChunks(SCRIPTS, SIGNING_VIEWS, ADMIN_VIEWS, SIGNING_STEP),
                  debugName: 'first views',
                },
              ],
            },
          },
        },
      },
}));
