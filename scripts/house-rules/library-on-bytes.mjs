import ts from 'typescript';
import { nodesIn } from './nodes.mjs';

/** The only module that may call the parser, because it limits the parser's input. */
const GATE = 'backend/src/pades/read-asn1.ts';
/** Members of the ASN.1 libraries that parse bytes. */
const PARSING = new Set(['fromBER', 'parsedValue']);

const parses = (node) => ts.isPropertyAccessExpression(node) && PARSING.has(node.name.text);

/**
 * Finds calls of an ASN.1 library that parse bytes without limits. The number of bytes does not bound the
 * cost of such a call, and the bytes often come from outside.
 */
export const libraryOnBytes = {
  isAbout: (path) =>
    path.startsWith('backend/src/') && path !== GATE && !/\.spec\.ts$|\/testing\//.test(path),
  hint: /\.(?:fromBER|parsedValue)\b/,
  find: (file) =>
    [...nodesIn(file, parses)].map((node) => ({
      at: node.name.getStart(),
      message: `${node.name.text} parses ASN.1 without limits: use readAsn1 (${GATE})`,
    })),
};
