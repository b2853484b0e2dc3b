// Helpers to search the syntax tree of a source file.
import ts from 'typescript';

/** Returns every node of a tree, including its root, for which `matches` is true. */
export function* nodesIn(node, matches) {
  if (matches(node)) yield node;
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesIn(child, matches);
}

/** Returns the called expression as it is written, such as `jest.setTimeout`. */
export const calledBy = (call) => call.expression.getText();

/** True if the identifier occurs anywhere in the node. */
export const names = (node, name) =>
  [...nodesIn(node, ts.isIdentifier)].some((identifier) => identifier.text === name);
