import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const API = 'http://localhost:3000';
const contracts = fileURLToPath(new URL('../contracts/src', import.meta.url));

export default defineConfig({
  plugins: [react(), tailwindcss()],
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
