import ts from 'typescript';
import { calledBy, nodesIn } from './nodes.mjs';

const TESTS = /\.spec\.tsx?$|\/(testing|bench)\//;
const REFLECTED = ['Reflect.get', 'Reflect.has', 'Reflect.set'];
const ADVICE =
  'a name that somebody sent can be one that every object inherits (constructor, toString, __proto__): use ownMember(…) or isOwnName(…) of contracts/src/own-members.ts, Object.hasOwn(…) or a Map';

/** Returns the expression without casts and parentheses around it. */
function bare(node) {
  let inner = node;
  while (ts.isAsExpression(inner) || ts.isNonNullExpression(inner) || ts.isParenthesizedExpression(inner))
    inner = inner.expression;
  return inner;
}

/** True for a name that is a literal in the code, unless every object inherits a member of that name. */
const isWritten = (node) =>
  ts.isNumericLiteral(node) ||
  ts.isPrivateIdentifier(node) ||
  (ts.isStringLiteralLike(node) && !Reflect.has(Object.prototype, node.text));

/** True if the type allows any text, not only names that are written in the code. */
function isAnyText(type, types) {
  if (type.isUnionOrIntersection()) return type.types.some((one) => isAnyText(one, types));
  if (type.flags & ts.TypeFlags.TypeParameter) {
    const limit = types.getBaseConstraintOfType(type);
    return limit === undefined || isAnyText(limit, types);
  }
  const { Any, Unknown, String, TemplateLiteral, StringMapping } = ts.TypeFlags;
  return (type.flags & (Any | Unknown | String | TemplateLiteral | StringMapping)) !== 0;
}

/** True if the type names its members, so that the compiler refuses every other name. */
function namesMembers(type, types) {
  if (type.isUnion()) return type.types.every((one) => namesMembers(one, types));
  const { Any, Null, Undefined } = ts.TypeFlags;
  if (type.flags & (Null | Undefined)) return true;
  return (type.flags & Any) === 0 && types.getApparentType(type).getStringIndexType() === undefined;
}

const isConjunction = (node) =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;

/** Returns the conditions that are joined by `&&`. */
const conjuncts = (node) =>
  isConjunction(node) ? [...conjuncts(node.left), ...conjuncts(node.right)] : [node];

const asks = (condition, object, name) =>
  ts.isCallExpression(condition) &&
  calledBy(condition) === 'Object.hasOwn' &&
  condition.arguments[0]?.getText() === object &&
  condition.arguments[1]?.getText() === name;

/** True if the node is only evaluated if `Object.hasOwn` found the name in the object. */
function isGuarded(node, object, name) {
  for (let inner = node; inner.parent !== undefined; inner = inner.parent) {
    const { parent } = inner;
    const condition =
      ts.isConditionalExpression(parent) && parent.whenTrue === inner
        ? parent.condition
        : isConjunction(parent) && parent.right === inner
          ? parent.left
          : undefined;
    if (condition !== undefined && conjuncts(condition).some((one) => asks(one, object, name))) return true;
  }
  return false;
}

/** Returns the object and the name of a look-up: `object[name]`, `name in object`, `Reflect.get(object, name)`. */
function lookUpOf(node) {
  if (ts.isElementAccessExpression(node)) return { object: node.expression, name: node.argumentExpression };
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
    return { object: node.right, name: node.left };
  if (ts.isCallExpression(node) && REFLECTED.includes(calledBy(node)))
    return { object: node.arguments[0], name: node.arguments[1] };
  return undefined;
}

function isFault(node, types) {
  const lookUp = lookUpOf(node);
  if (lookUp === undefined) return false;
  const { object, name } = lookUp;
  if (isWritten(name) || isGuarded(node, bare(object).getText(), bare(name).getText())) return false;
  if (ts.isStringLiteralLike(name)) return true;
  if (!isAnyText(types.getTypeAtLocation(bare(name)), types)) return false;
  // A cast says nothing about the value at run time.
  const isCast = name !== bare(name);
  return (
    isCast || !ts.isElementAccessExpression(node) || !namesMembers(types.getTypeAtLocation(object), types)
  );
}

/** True for `const { [name]: value } = object`. */
const isComputedBinding = (node, types) =>
  ts.isBindingElement(node) &&
  node.propertyName !== undefined &&
  ts.isComputedPropertyName(node.propertyName) &&
  isAnyText(types.getTypeAtLocation(node.propertyName.expression), types);

/**
 * Finds look-ups of a member whose name can be any text. Such a look-up also finds the members that every
 * object inherits, so a caller who sends `constructor` gets a function where the code expects its own value.
 */
export const sentNames = {
  isAbout: (path) => !TESTS.test(path),
  hint: /[\w)\]?]\.?\[|\bin\b|Reflect\.|\[\w+\]:/,
  needsTypes: true,
  find: (file, types) =>
    [...nodesIn(file, (node) => isFault(node, types) || isComputedBinding(node, types))].map((node) => ({
      at: node.getStart(),
      message: `${node.getText().replaceAll(/\s+/g, ' ')}: ${ADVICE}`,
    })),
};
