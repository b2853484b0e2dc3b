// Fakes responses of the service for screenshots of situations that are hard to provoke.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './workspace.mjs';

/**
 * Imports a module of the workspace `contracts` when it is needed. A static import would fail, because the
 * workspace is not built yet when this script is loaded.
 */
const contracts = (path) => import(pathToFileURL(join(root, 'contracts/dist', path)).href);

const languageOf = (page) => page.evaluate(() => document.documentElement.lang);

/**
 * Fakes an error response to all calls to an address, in the page's language.
 * @param words the error's message in both languages, if the service would not send the error code's usual
 * message
 */
export const refuse = (page, address, code, words) =>
  page.route(address, async (route) => {
    const { ERRORS } = await contracts('errors.js');
    const said = words ?? (await contracts('signature/refusals.js')).ALTERED_DRAWING_ERRORS[code];
    const { status, ...own } = ERRORS[code];
    await route.fulfill({ status, json: { code, message: (said ?? own)[await languageOf(page)] } });
  });
