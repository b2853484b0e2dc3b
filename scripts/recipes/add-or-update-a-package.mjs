// A test takes the steps with npm itself, in a folder of its own and from a registry of its own.
export const recipe = {
  heading: 'Add or update a package',
  heldBy: 'backend/testing/repository/new-package.all.spec.ts',
};
