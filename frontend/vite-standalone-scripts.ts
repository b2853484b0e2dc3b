import { fileURLToPath } from 'node:url';
import { build, type Plugin, type UserConfig } from 'vite';

/** Of `src/entries/`: each is one file, so that a page of text asks for nothing twice and for no library. */
const SCRIPTS = ['head', 'site'];

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

/** Emits what documents run, each script with all that it imports. */
export const standaloneScripts = (resolve: UserConfig['resolve']): Plugin => ({
  name: 'standalone-scripts',
  apply: 'build',
  async generateBundle() {
    for (const name of SCRIPTS) {
      const originalFileName = `src/entries/${name}.ts`;
      const source = await scriptOf(fileURLToPath(new URL(originalFileName, import.meta.url)), resolve);
      this.emitFile({ type: 'asset', name: `${name}.js`, originalFileName, source });
    }
  },
});
