import { buildBackend, buildFrontend, install, requireNode } from './workspace.mjs';

requireNode();
install(console.log);
buildBackend(console.log);
buildFrontend(console.log);
