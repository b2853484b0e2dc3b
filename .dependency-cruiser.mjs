/**
 * Rules about imports between folders (docs/architecture.md), as patterns rather than lists.
 *
 * Kinds of backend folders, from the top down. Each may import the kinds below it:
 * - `app` and `cli` put the parts together; `backend/testing` and `backend/bench` test them, and specs use
 *   `backend/testing`.
 * - READ (party1, signing-page, typed-name, withdrawals, vouchers, admin, analytics, audit, site,
 *   verification, obligations), REACT (invitations, delivery, erasure).
 * - STORED (agreements: the one row of each agreement), ACTS (signatures: the work of both parties' calls),
 *   OUTSIDE (payments, assistant, mail).
 * - `closed-streams` (what becomes of a stream that is closed).
 * - WRITE (nda, voucher, trust-stream, and the models of audit and withdrawals).
 * - `bus` (the one entry for commands and queries) and `http` (the edge).
 * - `proof`, which proves the log and uses the next.
 * - `eventsourcing`, then `vault`, `pades` and `signature-image`.
 * - `platform`, which contains no word of the domain.
 */
const WRITE = 'nda|voucher|audit/model|withdrawals/model|trust-stream';
const READ =
  'party1|signing-page|typed-name|withdrawals|vouchers|admin|analytics|audit|site|verification|obligations';
const REACT = 'invitations|delivery|erasure';
const OUTSIDE = 'payments|assistant|mail';
const PARTS = 'app|cli';
/** Files of the contracts with schemas of answers, from which the types of views are derived. */
const SCHEMAS =
  'schema|problem|receipt|site|(admin|analytics|audit)/views|(nda|verification|withdrawal)/view|' +
  'nda/(remote-signature|term-schemas)|agreement/document|verification/(checkpoints|whole-log)|signature/typed-name';
const b = (kinds) => `^backend/src/(${kinds})/`;
/** Files between the call of a command and its work. */
const CHECKS_ONLY =
  '^backend/src/cli/(commands/.+|commands|command|siegel|siegel\\.main|main|interruption|nearest-name|explain-failure|address-argument)\\.ts$';
const testing = '(\\.(spec|real-store)\\.tsx?$|/(testing|bench|journeys)/)';

const pureLibraries = 'node_modules/(@noble/|class-validator/|class-transformer/|reflect-metadata/)';

/** Within the backend `from` may only import itself and `allowed`. */
const layer = (from, allowed, comment) => ({
  name: `${from}-imports-only-${allowed.replaceAll('|', '-') || 'nothing'}`,
  comment,
  severity: 'error',
  from: { path: b(from), pathNot: testing },
  to: {
    path: '^backend/src/',
    pathNot: b([from, ...allowed.split('|').filter((name) => name !== '')].join('|')),
  },
});

export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: testing },
      to: { pathNot: ['^contracts/', pureLibraries] },
    },
    {
      name: 'schemas-are-defined-in-few-files',
      comment: 'Browsers do not load the schemas: the rest of the contracts only imports their types',
      severity: 'error',
      from: { path: '^contracts/src/', pathNot: [`^contracts/src/(${SCHEMAS})\\.ts$`, testing] },
      to: { path: `^contracts/src/(${SCHEMAS})\\.ts$`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'views-are-types-to-the-browser',
      comment: 'The browser does not load the schemas from which the types of views are derived',
      severity: 'error',
      from: { path: '^frontend/src/', pathNot: testing },
      to: { path: `^contracts/dist/(${SCHEMAS})\\.`, dependencyTypesNot: ['type-only'] },
    },
    layer('platform', '', 'Configuration, logging, PostgreSQL, jobs, clock: no word of the domain'),
    layer('vault', 'platform', 'Keys, sealing, receipts'),
    layer('pades', 'platform', 'Seals of PDFs'),
    layer('signature-image', 'platform', 'Reads a drawn signature'),
    layer('eventsourcing', 'platform|vault', 'The library: event store, journal, projections, reactions'),
    {
      name: 'eventsourcing-knows-no-framework',
      comment: 'Neither Nest nor the contracts: it could be a separate package',
      severity: 'error',
      from: { path: b('eventsourcing'), pathNot: testing },
      to: { path: ['node_modules/@nestjs/', '^contracts/'] },
    },
    layer('proof', 'eventsourcing|vault|platform', 'The Merkle tree over the log, and its verification'),
    layer('bus', 'eventsourcing|platform', 'The one entry for commands and queries'),
    {
      name: 'commands-have-one-entry',
      comment:
        'Commands and questions to a stream go through `Commands` (bus/commands.ts); app/ creates the runner',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: [b(`bus|${PARTS}`), testing] },
      to: {
        path: [
          '^backend/src/eventsourcing/commands/create-command-runner\\.ts$',
          '^backend/src/bus/(?!commands\\.ts$|queries\\.ts$|system-context\\.ts$)',
        ],
      },
    },
    {
      name: 'controllers-ask-the-bus',
      comment:
        'Controllers import commands, queries and the bus that runs them; no read model, store, pool or journal',
      severity: 'error',
      from: { path: '\\.controller\\.ts$', pathNot: testing },
      to: {
        path: [
          'node_modules/pg/',
          '-(read-model|row|view)\\.ts$|\\.(entity|projection)\\.ts$',
          '^backend/src/(vault|platform/postgres)/',
          '^backend/src/eventsourcing/(?!journal/event\\.ts$)',
        ],
      },
    },
    layer('http', 'eventsourcing|vault|platform', 'The edge'),
    layer(
      'closed-streams',
      'nda|trust-stream|bus|eventsourcing|vault|platform',
      'What is kept for a closed stream, and what the operator did to closed streams',
    ),
    layer(
      'agreements',
      'nda|closed-streams|http|bus|eventsourcing|vault|platform',
      'The one stored agreement, its views, and its lookup',
    ),
    layer(
      'signatures',
      'nda|signature-image|http|bus|eventsourcing|vault|platform',
      'A signature of either party, which the calls of both use',
    ),
    {
      name: 'the-sdk-of-traces-behind-its-port',
      comment:
        'The SDK is only loaded if traces are collected; code creates spans through platform/tracing/tracing.ts',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: '^backend/src/platform/tracing/otlp-tracing\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'write-models-are-pure',
      comment: 'They import only contracts and the definitions of events and deciders',
      severity: 'error',
      from: { path: b(WRITE), pathNot: testing },
      to: {
        pathNot: [
          '^contracts/',
          b(WRITE),
          '^backend/src/platform/errors/rule-broken\\.ts$',
          '^backend/src/eventsourcing/(journal/(event|fields|key-destroyed|journal)|commands/command-runner|trust/ended)\\.ts$',
        ],
      },
    },
    {
      name: 'write-models-do-not-import-each-other',
      severity: 'error',
      from: { path: b(WRITE) },
      to: { path: b(WRITE), pathNot: '^backend/src/$1/' },
    },
    {
      name: 'states-are-types-and-initial-values',
      comment:
        'Initial values of a state use no rule and no fold, so that rules and folds can import the state',
      severity: 'error',
      from: { path: '^backend/src/.*\\.state\\.ts$' },
      to: {
        pathNot: ['^contracts/', '\\.(state|events)\\.ts$', '^backend/src/eventsourcing/journal/event\\.ts$'],
      },
    },
    {
      name: 'parts-are-assembled-above',
      comment: 'Only main.ts and tests of the whole service import app/ and cli/',
      severity: 'error',
      from: {
        path: '^backend/src/',
        pathNot: ['^backend/src/main\\.ts$', b(PARTS), testing],
      },
      to: { path: b(PARTS) },
    },
    {
      name: 'commands-check-before-they-load',
      comment:
        'Errors in a call are reported before slow modules are loaded: a command imports its work when the work begins',
      severity: 'error',
      from: { path: CHECKS_ONLY },
      to: {
        dynamic: false,
        dependencyTypesNot: ['type-only'],
        pathNot: [
          CHECKS_ONLY,
          '^backend/src/platform/(errors/operator-error|process/(version|warnings)|async/shared-abort|network/(ip|server)-address)\\.ts$',
          '^backend/src/platform/config/process-environment\\.ts$',
          '^backend/src/platform/postgres/(refused|unavailable)\\.ts$',
          '^backend/src/payments/(difference-text|provider)\\.ts$',
          '^backend/src/eventsourcing/trust/place-names\\.ts$',
          '^contracts/dist/(limits|validation/lines)\\.',
          '^(node:)?(fs|os|path|util)$',
          'node_modules/reflect-metadata/',
        ],
      },
    },
    {
      name: 'no-test-code-in-production',
      comment: 'Neither specs nor testing/ and bench/: the image contains none of them',
      severity: 'error',
      from: { path: '^(contracts|backend|frontend)/src/', pathNot: testing },
      to: { path: testing },
    },
    {
      name: 'tests-of-the-whole-are-on-top',
      comment:
        'Production code and shared test helpers of a folder do not import backend/testing; its specs may',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^backend/(testing|bench)/' },
    },
    {
      name: 'benches-are-on-top',
      severity: 'error',
      from: { path: '^backend/testing/' },
      to: { path: '^backend/bench/' },
    },
    {
      name: 'folders-of-one-kind-do-not-import-each-other',
      severity: 'error',
      from: { path: `^backend/src/(${READ}|${REACT}|${OUTSIDE})/`, pathNot: testing },
      to: { path: b(`${READ}|${REACT}`), pathNot: ['^backend/src/$1/', b(WRITE)] },
    },
    {
      name: 'write-models-hide-decisions-and-folds',
      comment:
        'Other folders import events, blobs, commands, decider, state and rules; not single decisions or folds',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: [b(WRITE), testing] },
      to: { path: `^backend/src/(${WRITE})/(decide|evolve)/` },
    },
    {
      name: 'documents-need-no-application-libraries',
      comment: 'Static pages, and everything they import, need no library of the interactive pages.',
      severity: 'error',
      from: { path: '^frontend/src/documents/', pathNot: testing },
      to: {
        path: 'node_modules/(@tanstack/|react-router|class-validator/|class-transformer/)',
        reachable: true,
      },
    },
    {
      name: 'frontend-stays-out',
      severity: 'error',
      from: { path: '^frontend/' },
      to: { path: '^backend/' },
    },
    {
      name: 'backend-stays-out',
      severity: 'error',
      from: { path: '^(backend|contracts)/' },
      to: { path: '^frontend/' },
    },
    {
      name: 'kit-knows-no-feature',
      severity: 'error',
      from: { path: '^frontend/src/(components|lib)/', pathNot: testing },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'features-share-nda-agreement-invitation-and-assistant-only',
      comment:
        'wizard/ and signing-page/ combine other features; two steps share the panel of the invitation, and every admin page has the assistant',
      severity: 'error',
      from: {
        path: '^frontend/src/features/([^/]+)/',
        pathNot: [testing, '^frontend/src/features/(wizard|signing-page)/'],
      },
      to: {
        path: '^frontend/src/features/',
        pathNot: '^frontend/src/features/($1|nda|agreement|invitation|assistant)/',
      },
    },
    {
      name: 'agreement-knows-no-feature',
      severity: 'error',
      from: { path: '^frontend/src/features/agreement/', pathNot: testing },
      to: { path: '^frontend/src/features/', pathNot: '^frontend/src/features/agreement/' },
    },
  ],
  options: {
    // Contracts are imported as built files: an import of such a file counts, and its own imports do not.
    doNotFollow: { path: ['node_modules', '^contracts/dist/'] },
    exclude: { path: '^(backend|frontend)/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
