// What the house rules ask of the parts of a source file.
import ts from 'typescript';

/** Every node of this kind below another, that one included. */
export function* nodesIn(node, isMeant) {
  if (isMeant(node)) yield node;
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesIn(child, isMeant);
}

/** What a call calls, as it is written: `jest.setTimeout`. */
export const calledBy = (call) => call.expression.getText();

/** Whether any part of it is this name. */
export const names = (node, name) =>
  [...nodesIn(node, ts.isIdentifier)].some((identifier) => identifier.text === name);
