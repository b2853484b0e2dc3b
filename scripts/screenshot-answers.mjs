// Answers of the service that a picture needs, and that are hard to bring about.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './workspace.mjs';

/** Built by the time that it is asked for. */
const contracts = (path) => import(pathToFileURL(join(root, 'contracts/dist', path)).href);

const languageOf = (page) => page.evaluate(() => document.documentElement.lang);

/**
 * Calls of an address get a problem, in the language of the page.
 * @param words in both languages, where the code has other ones there than its own
 */
export const refuse = (page, address, code, words) =>
  page.route(address, async (route) => {
    const { ERRORS } = await contracts('errors.js');
    const said = words ?? (await contracts('signature/refusals.js')).ALTERED_DRAWING_ERRORS[code];
    const { status, ...own } = ERRORS[code];
    await route.fulfill({ status, json: { code, message: (said ?? own)[await languageOf(page)] } });
  });
