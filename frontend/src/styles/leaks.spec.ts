import { classesOf, featureOf, STYLE_SHEETS, type StyleSheet, styleSheet } from '../testing/style-sheets.js';

/**
 * A style sheet stays loaded after a page has loaded it. So each rule must only apply to elements of its own
 * feature. Otherwise, opening a page of that feature would change how later pages look.
 */
const NEGATION = /:not\((?:[^()]|\([^()]*\))*\)/g;
const GLOBAL_RULES = /^@(font-face|property|counter-style|view-transition|page$)/;

/** Returns the rules of a feature's sheet that reach beyond the feature. */
function leaksOf(sheet: StyleSheet, sheets: readonly StyleSheet[]): string[] {
  const feature = featureOf(sheet.name);
  if (feature === undefined) return [];
  const others = sheets.filter(({ name }) => featureOf(name) !== feature);
  const elsewhere = new Set(others.flatMap(({ classes }) => [...classes]));
  const namesElsewhere = new Set(others.flatMap(({ atRules }) => atRules.filter(isKeyframes)));
  // A class within `:not()` names elements to exclude. The rule applies to all other elements, so this class
  // does not limit the rule to the feature.
  const selectors = sheet.selectors.filter((selector) =>
    classesOf(selector.replaceAll(NEGATION, '')).every(
      (part) => elsewhere.has(part) || part.startsWith('is-'),
    ),
  );
  const atRules = sheet.atRules.filter((rule) => GLOBAL_RULES.test(rule) || namesElsewhere.has(rule));
  return [...selectors, ...atRules].map((found) => `${sheet.name}: ${found}`);
}

const isKeyframes = (rule: string): boolean => rule.startsWith('@keyframes');

it("keeps a feature's styles within the feature", () => {
  expect(STYLE_SHEETS.flatMap((sheet) => leaksOf(sheet, STYLE_SHEETS))).toEqual([]);
});

it.each([
  ['an element', 'h2 { margin: 0 }', 'h2'],
  ['a class of all pages', '.agreement p { margin: 0 }', '.agreement p'],
  ['one of several', '.letter p, p { margin: 0 }', 'p'],
  ['a state alone', '.is-done { margin: 0 }', '.is-done'],
  ['all but its own', 'p:not(.letter) { margin: 0 }', 'p:not(.letter)'],
  ['the paper of every page', '@media print { @page { margin: 0 } }', '@page'],
  ['a movement of that name', '@keyframes rise { to { top: 0 } }', '@keyframes rise'],
])('finds a sheet that styles %s', (_, text, found) => {
  const kit = styleSheet('styles/kit.css', '.agreement { } @keyframes rise { }');
  const leaky = styleSheet('features/home/letter.css', `${text} .letter { } @keyframes fall { }`);
  expect(leaksOf(leaky, [kit, leaky])).toEqual([`features/home/letter.css: ${found}`]);
});
