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
    // The library of the texts brings it for a React that lacks it; ours has it.
    { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
  ],
};

/** While developing, what the backend answers: calls, the mailbox, and files that it makes. */
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
  // Only a bundle holds the packages: while developing they are CommonJS, which Node itself has to load.
  ...(isSsrBuild ? { ssr: { noExternal: true as const } } : {}),
  // Texts are taken whole: names of their own for each key would only weigh.
  json: { namedExports: false },
  build: isSsrBuild
    ? { ssr: 'src/documents/pages.ts', outDir: 'dist/documents', target: 'node20', copyPublicDir: false }
    : {
        outDir: client,
        manifest: true,
        target: 'es2022',
        // The content security policy allows nothing but this origin: no data: addresses.
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // What each application has begun with is there already. What is fetched ahead, while nobody waits, is found
          // file by file: their names would weigh on the first view.
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
