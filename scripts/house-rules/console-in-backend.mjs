import ts from 'typescript';
import { nodesIn } from './nodes.mjs';

const isConsole = (node) =>
  ts.isPropertyAccessExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'console';

/**
 * Finds uses of the console in the backend. Lines that bypass the logger have no time, request or level, and
 * may contain anything.
 */
export const consoleInBackend = {
  // Programs (`*.main.ts`) may print, because their output is for the operator or developer who started them.
  isAbout: (path) =>
    path.startsWith('backend/src/') && !/\.main\.ts$|\.spec\.ts$|\/(testing|bench)\//.test(path),
  hint: /\bconsole\b/,
  find: (file) =>
    [...nodesIn(file, isConsole)].map((node) => ({
      at: node.getStart(),
      message: `${node.getText()} in the backend: write to the logger (platform/logging/), or return the lines to the *.main.ts that prints them`,
    })),
};
