import ts from 'typescript';
import { nodesIn } from './nodes.mjs';

const isConsole = (node) =>
  ts.isPropertyAccessExpression(node) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'console';

/** A line that is not the logger's has no time, no request and no level, and may hold anything. */
export const consoleInBackend = {
  // Programs print: what the operator or a developer called answers them.
  isAbout: (path) =>
    path.startsWith('backend/src/') && !/\.main\.ts$|\.spec\.ts$|\/(testing|bench)\//.test(path),
  hint: /\bconsole\b/,
  find: (file) =>
    [...nodesIn(file, isConsole)].map((node) => ({
      at: node.getStart(),
      told: `${node.getText()} in the backend: write to the logger (platform/logging/), or return the lines to the *.main.ts that prints them`,
    })),
};
