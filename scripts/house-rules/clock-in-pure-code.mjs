import ts from 'typescript';
import { calledBy, nodesIn } from './nodes.mjs';

const PURE = [
  /^backend\/src\/(nda|voucher|[^/]+\/model)\//,
  /^backend\/src\/[^/]+\/rules\//,
  /\.(decide|decider|evolve)\.ts$/,
  /^contracts\/src\//,
];
const TESTS = /\.spec\.tsx?$|\/testing\//;
/**
 * Calls of global functions that this rule forbids. .dependency-cruiser.mjs forbids imports of clocks and
 * random numbers.
 */
const CALLS = ['Date.now', 'Math.random', 'performance.now'];

const readsClock = (node) =>
  (ts.isCallExpression(node) && CALLS.includes(calledBy(node))) ||
  (ts.isNewExpression(node) && calledBy(node) === 'Date' && (node.arguments ?? []).length === 0);

/**
 * Finds clocks and random numbers in pure code. A decider that uses them would decide differently each time.
 */
export const clockInPureCode = {
  isAbout: (path) => PURE.some((pattern) => pattern.test(path)) && !TESTS.test(path),
  hint: /\.now\(|\bDate\b|Math\.random/,
  find: (file) =>
    [...nodesIn(file, readsClock)].map((node) => ({
      at: node.getStart(),
      message: `${node.getText()} in pure code: take the time or the random value from the command or its context`,
    })),
};
