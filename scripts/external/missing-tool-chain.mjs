/**
 * Thrown if this machine lacks a program that a tool needs. In that case nothing was tested, so nothing
 * failed.
 */
export class MissingToolChain extends Error {}
