import { fileURLToPath } from 'node:url';
import { build, type Plugin, type UserConfig } from 'vite';

/**
 * Scripts in `src/entries/`, with the maximum size of each in bytes. Each script is a single file, so that a
 * page of text requests no library and nothing twice.
 */
const SCRIPTS = { head: 1000, site: 6000 };

async function scriptOf(file: string, resolve: UserConfig['resolve']): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    resolve,
    build: {
      write: false,
      target: 'es2022',
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  });
  const [output] = [made].flat();
  if (output === undefined || !('output' in output) || output.output.length !== 1)
    throw new Error(`${file} is not one script.`);
  return output.output[0].code;
}

/** Emits the scripts that documents run. Each emitted file contains everything that the script imports. */
export const standaloneScripts = (resolve: UserConfig['resolve']): Plugin => ({
  name: 'standalone-scripts',
  apply: 'build',
  async generateBundle() {
    for (const [name, most] of Object.entries(SCRIPTS)) {
      const originalFileName = `src/entries/${name}.ts`;
      const source = await scriptOf(fileURLToPath(new URL(originalFileName, import.meta.url)), resolve);
      const size = Buffer.byteLength(source);
      if (size > most) throw new Error(`${originalFileName} makes ${size} bytes, more than ${most}.`);
      this.emitFile({ type: 'asset', name: `${name}.js`, originalFileName, source });
    }
  },
});
