import ts from 'typescript';
import { nodesIn } from './nodes.mjs';

/** The one module that calls the parser, because it bounds what the parser gets. */
const GATE = 'backend/src/pades/read-asn1.ts';
/** Names of members of the ASN.1 libraries that parse bytes. */
const PARSING = new Set(['fromBER', 'parsedValue']);

const parses = (node) => ts.isPropertyAccessExpression(node) && PARSING.has(node.name.text);

/**
 * Finds calls of an ASN.1 library that parse bytes without limits. Their cost is not bounded by the number of
 * bytes, and the bytes are often somebody else's.
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
