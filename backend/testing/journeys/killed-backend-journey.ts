import {
  type BuiltBackend,
  type Environment,
  startBuilt,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { mails, payByCard, signedByBoth, untilSent } from '../steps/steps.js';

/**
 * Defines the test of a `kill -9` after the payment and before the mails are sent. The backend uses the event
 * store that `environment` names. The next start continues the work automatically, and each mail arrives
 * once.
 */
export function killedBackendJourney(
  store: string,
  environment: () => Environment | Promise<Environment>,
): void {
  describe(`a backend that is killed between paid and sent, with its events in ${store}`, () => {
    let folder: TestDataDir;
    let env: Environment;
    let backend: BuiltBackend;
    beforeAll(async () => {
      folder = await testDataDir();
      env = { ...(await environment()), DATA_DIR: folder.path };
      backend = await startBuilt(env);
    });
    afterAll(async () => {
      await backend.end('SIGTERM');
      await folder.remove();
    });

    it('goes on from where it was', async () => {
      const browser = backend.browser();
      const id = await signedByBoth(browser);
      await payByCard(browser, id);
      await backend.end('SIGKILL');
      backend = await startBuilt(env, backend.port);
      await untilSent(browser, id);
      expect((await mails(browser)).filter((mail) => mail.attachments.length > 0)).toHaveLength(2);
    });
  });
}
