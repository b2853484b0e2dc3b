import { buildBackend, buildFrontend, install, requireNode } from './ground.mjs';

requireNode();
install(console.log);
buildBackend(console.log);
buildFrontend(console.log);
