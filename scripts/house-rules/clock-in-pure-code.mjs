import ts from 'typescript';
import { calledBy, nodesIn } from './nodes.mjs';

const PURE = [
  /^backend\/src\/(nda|voucher|[^/]+\/model)\//,
  /^backend\/src\/[^/]+\/rules\//,
  /\.(decide|decider|evolve)\.ts$/,
  /^contracts\/src\//,
];
const TESTS = /\.spec\.tsx?$|\/testing\//;
/** What is imported for it is refused by .dependency-cruiser.mjs. */
const CALLS = ['Date.now', 'Math.random', 'performance.now'];

const readsClock = (node) =>
  (ts.isCallExpression(node) && CALLS.includes(calledBy(node))) ||
  (ts.isNewExpression(node) && calledBy(node) === 'Date' && (node.arguments ?? []).length === 0);

/** A decider that reads a clock or draws a number decides something else each time. */
export const clockInPureCode = {
  isAbout: (path) => PURE.some((pattern) => pattern.test(path)) && !TESTS.test(path),
  hint: /\.now\(|\bDate\b|Math\.random/,
  find: (file) =>
    [...nodesIn(file, readsClock)].map((node) => ({
      at: node.getStart(),
      told: `${node.getText()} in pure code: take the time or the random value from the command or its context`,
    })),
};
