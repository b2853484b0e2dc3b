/** Thrown if this machine lacks a program that a tool needs. Then nothing was tested, and nothing failed. */
export class MissingToolChain extends Error {}
