import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { PRODUCT_NAME } from '../contracts/src/limits.js';

const API = 'http://localhost:3000';
const contracts = fileURLToPath(new URL('../contracts/src', import.meta.url));

/** The title before the first script has run. */
const productName: Plugin = {
  name: 'product-name',
  transformIndexHtml: (html) => html.replaceAll('%PRODUCT_NAME%', PRODUCT_NAME),
};

export default defineConfig({
  plugins: [react(), tailwindcss(), productName],
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
  },
});
