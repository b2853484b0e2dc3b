import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { PRODUCT_NAME } from '../contracts/src/limits.js';
import { compressedFiles } from './vite-compressed-files.js';
import { iconWeights } from './vite-icon-weights.js';

const API = 'http://localhost:3000';
const contracts = fileURLToPath(new URL('../contracts/src', import.meta.url));

/** The title before the first script has run. */
const productName: Plugin = {
  name: 'product-name',
  transformIndexHtml: (html) => html.replaceAll('%PRODUCT_NAME%', PRODUCT_NAME),
};

export default defineConfig({
  plugins: [react(), productName, iconWeights, compressedFiles],
  resolve: {
    alias: [{ find: /^@siegel\/contracts\/(.*)$/, replacement: `${contracts}/$1.ts` }],
  },
  server: {
    proxy: { '/api': API, '/dev': API },
  },
  build: {
    target: 'es2022',
    // The content security policy allows nothing but this origin: no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs comes in two scripts instead of twenty: the libraries, which outlive a
          // release, and our own ground.
          groups: [
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|use-sync-external-store)\//,
            },
            {
              name: 'ground',
              test: /frontend\/src\/(app|lib)\/|components\/(button|seal|skeleton|money|toast-store|use-toast)\.|phosphor-icons\/react\/dist\/lib/,
            },
          ],
        },
      },
    },
  },
});
