// Checks that nginx refuses bodies with a problem document in the client's language, and hands on the host.
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';

const problemOf = ({ status, headers, body }) => {
  assert.match(headers['content-type'], /application\/problem\+json/);
  return { status, ...JSON.parse(body) };
};

/** @param service with `check`, `call`, and nginx's `folder` */
export async function bodyChecks({ check, call, folder }) {
  const { ERRORS } = await import('../../contracts/dist/errors.js');
  const { SAMPLES } = await import('../../contracts/dist/testing/sample-terms.js');
  const terms = SAMPLES.en;
  const sized = (bytes) => ({ title: 'x'.repeat(bytes) });

  await check(
    'a body that is too large is refused in both languages, by the backend if possible',
    async () => {
      for (const [language, bytes, path] of [
        ['de', 1_050_000, '/api/ndas'],
        ['en', 1_050_000, '/api/ndas'],
        ['de', 1_200_000, '/api/ndas'],
        ['en', 1_200_000, '/api/ndas'],
        ['en', 20_000, '/faq'],
        ['de', 20_000, '/sign/some-token'],
      ]) {
        const headers = { 'accept-language': language };
        const answer = await call(path, { method: 'POST', body: sized(bytes), headers });
        const { status, code, message } = problemOf(answer);
        assert.deepEqual(
          { path, bytes, status, code, message },
          { path, bytes, status: 413, code: 'body_too_large', message: ERRORS.body_too_large[language] },
        );
      }
      // The check of documents accepts more.
      const headers = { 'content-type': 'application/pdf' };
      const { status } = await call('/api/verify', { method: 'POST', body: sized(9_900_000), headers });
      assert.equal(status, 200);
    },
  );

  await check('a folder of bodies that takes no more is reported as unavailable', async () => {
    const [place, aside] = [join(folder, 'client_body'), join(folder, 'aside')];
    renameSync(place, aside);
    const headers = { 'accept-language': 'en' };
    const answer = await call('/api/ndas', { method: 'POST', body: sized(100_000), headers });
    renameSync(aside, place);
    assert.deepEqual([problemOf(answer).status, problemOf(answer).message], [503, ERRORS.unavailable.en]);
  });

  await check('the backend gets the host and the port that the client names', async () => {
    const origin = { origin: 'http://siegel.lan:8123' };
    const answers = ['siegel.lan:8123', 'siegel.lan', 'siegel.lan:81'].map((host) =>
      call('/api/ndas', { method: 'POST', body: terms, headers: { ...origin, host } }),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.deepEqual(statuses, [201, 403, 403]);
  });
}
