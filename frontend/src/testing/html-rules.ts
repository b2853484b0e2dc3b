import type { ConfigData } from 'html-validate/node';

/** Rules for `html-validate`: those of the standard, without rules of taste. */
export const HTML_RULES: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // A library's elements have roles although native elements exist. Both are right.
  rules: { 'prefer-native-element': 'off' },
};
