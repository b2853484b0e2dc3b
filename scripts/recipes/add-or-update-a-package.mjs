// This recipe has no steps in this file. The test named in `heldBy` runs the recipe with the real npm, in a
// temporary folder and against the test's own registry.
export const recipe = {
  heading: 'Add or update a package',
  heldBy: 'backend/testing/repository/new-package.all.spec.ts',
};
