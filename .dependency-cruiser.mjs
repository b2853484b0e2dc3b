/**
 * The house rules on who may import whom (docs/architecture.md), as patterns rather than lists.
 * Kinds of backend folders: WRITE (nda, voucher), READ (wizard, signing-page, admin, analytics, audit, verification), REACT (invitations, delivery, erasure),
 * OUTSIDE (payments, assistant). `platform` holds no domain word; the files beside it (main, backend, schema, …) put the parts together.
 */
const WRITE = 'nda|voucher';
const READ = 'wizard|signing-page|admin|analytics|audit|verification';
const REACT = 'invitations|delivery|erasure';
const OUTSIDE = 'payments|assistant';
const b = (kinds) => `^backend/src/(${kinds})/`;
const testing = '(\\.(spec|real-store)\\.tsx?$|/testing/)';

const pureLibraries = 'node_modules/(@noble/|class-validator/|class-transformer/|reflect-metadata/)';

export default {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: testing },
      to: { pathNot: ['^contracts/', pureLibraries] },
    },
    {
      name: 'write-models-are-pure',
      comment: 'nda/ and voucher/ import contracts and the platform’s event types, nothing else',
      severity: 'error',
      from: { path: b(WRITE), pathNot: testing },
      to: {
        pathNot: [
          '^contracts/',
          '^backend/src/(nda|voucher)/',
          '^backend/src/platform/(rule-broken|journal/(event|command-runner|journal))\\.ts$',
        ],
      },
    },
    {
      name: 'write-models-apart',
      severity: 'error',
      from: { path: '^backend/src/(nda|voucher)/' },
      to: { path: b(WRITE), pathNot: '^backend/src/$1/' },
    },
    {
      name: 'platform-knows-no-domain',
      severity: 'error',
      from: { path: '^backend/src/platform/', pathNot: testing },
      to: { path: '^backend/src/', pathNot: '^backend/src/platform/' },
    },
    {
      name: 'folders-of-one-kind-apart',
      severity: 'error',
      from: { path: `^backend/src/(${READ}|${REACT}|${OUTSIDE})/`, pathNot: testing },
      to: { path: b(`${READ}|${REACT}`), pathNot: '^backend/src/$1/' },
    },
    {
      name: 'write-models-by-their-front-doors',
      comment: 'Events, commands, model, state and rules; not the deciders',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: [b(WRITE), testing] },
      to: { path: '^backend/src/(nda|voucher)/(decide|evolve)/' },
    },
    { name: 'frontend-stays-out', severity: 'error', from: { path: '^frontend/' }, to: { path: '^backend/' } },
    { name: 'backend-stays-out', severity: 'error', from: { path: '^(backend|contracts)/' }, to: { path: '^frontend/' } },
    {
      name: 'kit-knows-no-feature',
      severity: 'error',
      from: { path: '^frontend/src/(components|lib)/', pathNot: testing },
      to: { path: '^frontend/src/(features|app|pages)/' },
    },
    { name: 'no-spec-imported', severity: 'error', from: { pathNot: testing }, to: { path: '\\.spec\\.tsx?$' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
