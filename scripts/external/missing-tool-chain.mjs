/** This machine has not what a tool needs: nothing was tried, and nothing failed. */
export class MissingToolChain extends Error {}
