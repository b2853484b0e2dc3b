import ts from 'typescript';
import { nodesIn } from './nodes.mjs';

const ATTRIBUTES = [
  'title',
  'aria-label',
  'aria-description',
  'placeholder',
  'alt',
  'label',
  'lead',
  'hint',
  'note',
];
const WORDS = /\p{L}{2,}[,;:.!?]?\s+\p{L}{2,}/u;

const isText = (node) =>
  ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** True for a text between tags, and for the value of an attribute whose text people read. */
function isRead(node) {
  if (ts.isJsxText(node)) return true;
  const { parent } = node;
  const holder = ts.isJsxExpression(parent) ? parent.parent : parent;
  if (ts.isJsxAttribute(holder)) return ATTRIBUTES.includes(holder.name.getText());
  return ts.isJsxExpression(parent) && (ts.isJsxElement(holder) || ts.isJsxFragment(holder));
}

/** Finds sentences in JSX. Text on a screen belongs in the locale files, in both languages. */
export const sentenceInJsx = {
  isAbout: (path) => /^frontend\/src\/.*\.tsx$/.test(path) && !/\.spec\.tsx$|\/testing\//.test(path),
  hint: /</,
  find: (file) =>
    [...nodesIn(file, (node) => isText(node) && WORDS.test(node.text) && isRead(node))].map((node) => ({
      at: node.getStart(),
      message: `'${node.text.trim()}' is read on a screen: write it into frontend/src/locales/de/ and en/, and look it up with t('…')`,
    })),
};
