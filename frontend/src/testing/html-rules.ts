import type { ConfigData } from 'html-validate/node';

/** For `html-validate`: what the standard says, and not how somebody likes it spelled. */
export const HTML_RULES: ConfigData = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // A library's elements have roles where others would do: both are right.
  rules: { 'prefer-native-element': 'off' },
};
