import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './vite-compressed-files.js';
import { documentAssets } from './vite-document-assets.js';
import { iconWeights } from './vite-icon-weights.js';

const API = 'http://localhost:3000';
const contracts = fileURLToPath(new URL('../contracts/src', import.meta.url));

const client = fileURLToPath(new URL('dist/client', import.meta.url));
const ENTRIES = [
  'entries/head.ts',
  'entries/site.ts',
  'entries/wizard.tsx',
  'entries/signing.tsx',
  'entries/check.tsx',
  'entries/office.tsx',
  ...['document', 'wizard', 'signing', 'check', 'office'].map((name) => `styles/entries/${name}.css`),
];

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: isSsrBuild
    ? [react(), iconWeights, documentAssets(client)]
    : [react(), iconWeights, compressedFiles],
  resolve: {
    alias: [{ find: /^@siegel\/contracts\/(.*)$/, replacement: `${contracts}/$1.ts` }],
  },
  server: {
    proxy: { '/api': API, '/dev': API },
  },
  ssr: { noExternal: true },
  build: isSsrBuild
    ? { ssr: 'src/documents/pages.ts', outDir: 'dist/documents', target: 'node20', copyPublicDir: false }
    : {
        outDir: client,
        manifest: true,
        target: 'es2022',
        // The content security policy allows nothing but this origin: no data: addresses.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ENTRIES.map((entry) => fileURLToPath(new URL(`src/${entry}`, import.meta.url))),
        },
      },
}));
