import NodeEnvironment from '../../../jest/node-environment.mjs';
import { openThreads } from './shared-threads.mjs';

/** With threads that outlive a test file. */
export default class extends NodeEnvironment {
  async setup() {
    await super.setup();
    this.global.openThreads = openThreads;
  }
}
