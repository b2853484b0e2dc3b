// This recipe has no steps here: a test runs it with npm itself, in a temporary folder and with its own
// registry.
export const recipe = {
  heading: 'Add or update a package',
  heldBy: 'backend/testing/repository/new-package.all.spec.ts',
};
