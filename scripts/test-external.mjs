// npm run test:external [-- <name> …]: runs third-party tools against the service. Each tool has a folder
// below scripts/external/. The folder says which version of the tool is used, how the tool is installed into
// .cache and what the tool must show. These tests are never part of `npm test`. If this machine lacks a tool
// chain, the command reports that and ends with exit code 2.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MissingToolChain } from './external/missing-tool-chain.mjs';
import { buildBackend, install, requireNode, root } from './workspace.mjs';

const folder = join(root, 'scripts/external');
const known = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

requireNode();
const asked = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No such test: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(1);
}
await install(console.log);
await buildBackend(console.log);
let code = 0;
for (const name of asked) {
  const { run } = await import(pathToFileURL(join(folder, name, 'run.mjs')).href);
  try {
    await run();
    console.log(`${name}: passed`);
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    // The exit code of a failure takes precedence over that of a missing tool chain.
    if (!(error instanceof MissingToolChain)) code = 1;
    else if (code === 0) code = 2;
  }
}
process.exitCode = code;
