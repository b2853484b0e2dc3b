import type { ConfigData } from 'html-validate/node';

/** Rules for `html-validate`: only those of the standard, no rules of taste. */
export const HTML_RULES: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // A library gives roles to elements although native elements exist. Both are valid.
  rules: { 'prefer-native-element': 'off' },
};
