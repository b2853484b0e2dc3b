// This recipe has no steps here. A test runs it with the real npm, in a temporary folder and with its own
// registry.
export const recipe = {
  heading: 'Add or update a package',
  heldBy: 'backend/testing/repository/new-package.all.spec.ts',
};
