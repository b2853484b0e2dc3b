/** This machine lacks a program that a tool needs: nothing was tested, and nothing failed. */
export class MissingToolChain extends Error {}
