// Reads CONTRIBUTING.md: its recipes, and the files and commands that each recipe names.
const COMMAND = /^(?:npm|npx|node|cd) /;
/**
 * Matches the mention of whole folders: 'under `frontend/src/locales/de/` and `frontend/src/locales/en/`'.
 */
const BELOW = /\bunder ((?:`[^`]+\/`(?:, | and | or )?)+)/g;
const PLACEHOLDER = /<[a-z]+>/gi;

const inBackticks = (text) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside);
/** Returns the targets of links within the repository. */
const linked = (text) => [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, target]) => target);
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** @returns each recipe's heading and text, in the order of the page */
export function recipesOf(page) {
  const section = page.split(/^## /m).find((part) => part.startsWith('Recipes\n')) ?? '';
  const [, ...recipes] = section.split(/^### /m);
  return recipes.map((text) => ({ heading: text.split('\n', 1)[0], text }));
}

/** Returns the name of the module that contains a recipe's steps. */
export const moduleOf = (heading) =>
  `${heading
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .replaceAll(' ', '-')}.mjs`;

/** True if a recipe names this file: by its path, by a folder above it, or by a name with a placeholder. */
export function names(text, file) {
  const folders = [...text.matchAll(BELOW)].flatMap(([, list]) => inBackticks(list));
  if (folders.some((folder) => file.startsWith(folder))) return true;
  if (linked(text).includes(file)) return true;
  return inBackticks(text).some((token) => {
    const parts = token.split(PLACEHOLDER).map(escaped);
    return new RegExp(`^${parts.join('[^/]+')}$`).test(file);
  });
}

/** Returns the commands that a recipe names, verbatim. */
export const commandsOf = (text) => inBackticks(text).filter((token) => COMMAND.test(token));
