// npm run dev: compiles and restarts the backend on each change (port 3000), and serves the frontend with hot
// reload (port 5173).
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildBackend, buildFrontend, install, requireNode, root } from './workspace.mjs';

requireNode();
await install(console.log);
await buildBackend(console.log);
await buildFrontend(console.log);

// Deletes the bundle, because it would not contain later changes.
rmSync(join(root, 'backend/dist/bundle'), { recursive: true, force: true });
const modules = join(root, 'node_modules');
// `PUBLIC_URL` is the address that the browser uses. The backend refuses calls from any other origin, and
// links in mails lead to this address.
const backendEnv = { PUBLIC_URL: 'http://localhost:5173', ...process.env };
const parts = [
  [
    'compile',
    [
      join(modules, '@typescript/native/bin/tsc'),
      '-b',
      '-w',
      '--preserveWatchOutput',
      'contracts',
      'backend',
    ],
    root,
  ],
  ['backend', ['--watch', '--watch-preserve-output', join(root, 'backend/dist/main.js')], root, backendEnv],
  ['frontend', [join(modules, 'vite/bin/vite.js')], join(root, 'frontend')],
].map(([name, args, cwd, env = process.env]) => {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => process.stdout.write(text.replace(/^(?=.)/gm, `${name.padEnd(9)}`)));
  }
  child.on('exit', () => stop());
  return child;
});

let stopping = false;
function stop() {
  if (stopping) return;
  stopping = true;
  for (const child of parts) child.kill('SIGTERM');
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
