// npm run build: installs, then builds backend and frontend.
import { buildBackend, buildFrontend, install, requireNode } from './workspace.mjs';

requireNode();
await install(console.log);
await buildBackend(console.log);
await buildFrontend(console.log);
