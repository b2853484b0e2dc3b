import type { ConfigData } from 'html-validate/node';

/** Uses the rule sets `standard` and `a11y` of `html-validate`, and no rules about style. */
export const HTML_RULES: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // A library sets roles on elements even where a native element with that role exists. Both forms are valid.
  rules: { 'prefer-native-element': 'off' },
};
