import ts from 'typescript';
import { calledBy, names, nodesIn } from './nodes.mjs';

const TESTS = /^(it|test|beforeAll|beforeEach|afterAll|afterEach)\b/;
const READS_CLOCK = /\b(Date|performance)\.now\(\)/;
const LIMITS = ['toBeLessThan', 'toBeLessThanOrEqual'];

const isCall = ts.isCallExpression;
const isScaled = (node) => names(node, 'scaledTimeout');
/** True for a wait of one turn of the event loop. */
const isTurn = (delay) => delay === undefined || delay.getText() === '0';

/** Returns the names under which this file imports `setTimeout` from `node:timers/promises`. */
const sleepsOf = (file) =>
  [...nodesIn(file, ts.isImportDeclaration)]
    .filter(({ moduleSpecifier }) => moduleSpecifier.text === 'node:timers/promises')
    .flatMap((declaration) => [...nodesIn(declaration, ts.isImportSpecifier)])
    .filter(({ name, propertyName }) => (propertyName ?? name).text === 'setTimeout')
    .map(({ name }) => name.text);

const found = (node, message) => ({ at: node.getStart(), message });

function limits(file) {
  return [...nodesIn(file, isCall)].flatMap((call) => {
    const called = calledBy(call);
    const [first] = call.arguments;
    if (/^(jest|test)\.setTimeout$/.test(called) && !isScaled(call))
      return [
        found(
          call,
          `${called} is a fixed limit of time: scale it with scaledTimeout(…) (platform/testing/scaled-timeout.ts)`,
        ),
      ];
    if (!TESTS.test(called)) return [];
    const last = call.arguments.at(-1);
    const isLimit = last !== first && last !== undefined && ts.isNumericLiteral(last);
    return isLimit
      ? [found(last, `a fixed limit of time of a test: leave it out, or write scaledTimeout(${last.text})`)]
      : [];
  });
}

function waits(file) {
  // With fake timers no time passes.
  if (/\b(useFakeTimers|startClock)\b/.test(file.text)) return [];
  const sleeps = sleepsOf(file);
  return [...nodesIn(file, isCall)].flatMap((call) => {
    const called = calledBy(call);
    const [first, second] = call.arguments;
    const delay = sleeps.includes(called) ? first : second;
    const isWait =
      ((called === 'setTimeout' || sleeps.includes(called)) && !isTurn(delay)) ||
      called.endsWith('.waitForTimeout') ||
      (called === 'until' && first !== undefined && READS_CLOCK.test(first.getText()));
    return isWait
      ? [found(call, 'a wait in a test: wait for a condition with until(…) (platform/testing/until.ts)')]
      : [];
  });
}

/** Returns the names of variables that contain times measured in the file. */
const measuredIn = (file) =>
  [...nodesIn(file, (node) => ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))]
    .filter(({ initializer }) => initializer !== undefined && / - |subtract/.test(initializer.getText()))
    .filter(({ initializer }) => READS_CLOCK.test(initializer.getText()))
    .map(({ name }) => name.text);

function elapsed(file) {
  const measured = measuredIn(file);
  return [...nodesIn(file, isCall)].flatMap((call) => {
    const { expression } = call;
    if (!ts.isPropertyAccessExpression(expression) || !LIMITS.includes(expression.name.text)) return [];
    const expected = [...nodesIn(expression, isCall)].find((one) => calledBy(one) === 'expect');
    const [value] = expected?.arguments ?? [];
    if (value === undefined || call.arguments.some(isScaled)) return [];
    const isTime = READS_CLOCK.test(value.getText()) || measured.some((name) => names(value, name));
    return isTime
      ? [
          found(
            call,
            'a fixed limit of time: compare with scaledTimeout(…) (platform/testing/scaled-timeout.ts)',
          ),
        ]
      : [];
  });
}

/**
 * Finds fixed time limits and fixed waits in tests. A time limit must scale with the machine: on a machine
 * that is ten times as slow, a test gets ten times as long. A test must wait for a condition, never for a
 * fixed time.
 */
export const timeInTest = {
  isAbout: (path) => /(\.spec\.tsx?|\.real-store\.ts)$|\/e2e\//.test(path),
  hint: /setTimeout|waitForTimeout|\.now\(\)|^\s*(?:\}, )?[\d_]+,?\s*\)/m,
  find: (file) => [...limits(file), ...waits(file), ...elapsed(file)],
};
