// This recipe has no steps here. A test runs the recipe with the real npm, in a temporary folder and with the
// test's own registry.
export const recipe = {
  heading: 'Add or update a package',
  heldBy: 'backend/testing/repository/new-package.all.spec.ts',
};
