interface Module {
  readonly importedIds: readonly string[];
}
interface Graph {
  getModuleInfo(id: string): Module | null;
}

const APPLICATIONS = ['wizard', 'signing', 'check', 'admin'] as const;
type Application = (typeof APPLICATIONS)[number];

/**
 * Module ids of the signing page's views. `first` is the view that appears once the page knows what its link
 * opens. `later` are the views that follow it.
 */
export interface SigningViews {
  readonly first: string;
  readonly later: readonly string[];
}

function reached(graph: Graph, id: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached(graph, next, seen);
  return seen;
}

interface Reach {
  readonly applications: Readonly<Record<Application, ReadonlySet<string>>>;
  readonly first: ReadonlySet<string>;
  readonly later: readonly ReadonlySet<string>[];
  readonly admin: readonly ReadonlySet<string>[];
  readonly step: ReadonlySet<string>;
}

/**
 * The wizard's own modules. They share a file with the wizard's entry, because the page of withdrawals loads
 * `wizard-parts` but needs none of these modules. `wizard-form` is left out, because the rules, which are
 * loaded later, also need it. If it were included, it would become an additional file.
 */
const OF_WIZARD = /\/(?:features\/wizard\/(?!wizard-form\.)|lib\/tab-storage)/;

/**
 * Returns the chunk of a module that some applications need at their start, but the signing page does not.
 * The chunk is `reading` if the first view of an invitation needs the module. Other modules are in another
 * chunk only where the additional file costs the wizard no request.
 * @param users the applications that need the module at their start
 */
function besideSigning(
  id: string,
  users: readonly Application[],
  { first, later, admin }: Reach,
): string | null {
  const inView = first.has(id);
  if (inView) return 'reading';
  const isLater = later.some((view) => view.has(id));
  if (!users.includes('wizard') && (isLater || users.length > 1)) return 'sealed';
  if (isLater) return 'reading';
  // The admin pages need this module later. It is in a chunk that these pages load at their start anyway, so
  // they need not load another application's first view.
  if (users.length === 1 && !users.includes('admin') && admin.some((view) => view.has(id)))
    return users.includes('wizard') ? 'router' : 'sealed';
  if (users.length === 1 && OF_WIZARD.test(id)) return null;
  if (users.length === 1) return `${users[0]}-parts`;
  return users.includes('check') ? 'reading' : 'router';
}

/**
 * Returns the chunk of a module that no application needs at its start. The modules of the signing step are
 * in only two files, because each file is one more request before the step appears. People who sign through a
 * link also need one of these files.
 */
function loadedLater(id: string, { first, later, admin, step }: Reach): string | null {
  if (first.has(id)) return isOfView(id) ? 'remote-views' : 'agreement-parts';
  if (!step.has(id) || admin.some((view) => view.has(id))) return null;
  return later.some((view) => view.has(id)) ? 'signature-parts' : 'signing-step';
}

const isOfView = (id: string): boolean => id.includes('/features/signing-page/');

/**
 * Returns a function that names the chunk of each module. Modules that the same applications need at their
 * start share one file. So a first view requests few files, and these files contain little code that the view
 * does not run. Every application loads `libraries` and `application` at its start. `remote-views` is needed
 * to show an invitation, and `signing-step` is needed to show the page at an agreement's address. Other
 * modules that are loaded later keep the bundler's default chunks.
 * @param entries module ids by the entry's name
 * @param views the views of the signing page. Other applications need some modules of these views at their
 * start. Such modules are in separate files, so that people who read and sign do not load the first views of
 * other applications. The separate files also contain modules that only other applications share, because
 * each additional file is a request.
 * @param adminViews module ids of the admin pages after the login
 * @param signingStep module id of the wizard's step in which both sign
 * @returns the name of a module's chunk; null if the module has no chunk of its own
 */
export function createChunks(
  entries: Readonly<Record<Application, string>>,
  views: SigningViews,
  adminViews: readonly string[],
  signingStep: string,
) {
  let reach: Reach | undefined;
  const isEntry = (id: string): boolean => Object.values(entries).includes(id);
  return (id: string, graph: Graph): string | null => {
    const all = (reach ??= reachOf(graph, entries, views, adminViews, signingStep));
    // Modules that only the signing page needs share a chunk with its entry, because there are so few of
    // them.
    if (isEntry(id)) return id === entries.signing ? 'signing-parts' : null;
    const users = APPLICATIONS.filter((name) => all.applications[name].has(id));
    if (users.length === 0) return loadedLater(id, all);
    if (!users.includes('signing')) return besideSigning(id, users, all);
    if (users.length === APPLICATIONS.length && id.includes('/node_modules/')) return 'libraries';
    return users.length === 1 ? 'signing-parts' : 'application';
  };
}

function reachOf(
  graph: Graph,
  entries: Readonly<Record<Application, string>>,
  views: SigningViews,
  adminViews: readonly string[],
  signingStep: string,
): Reach {
  const of = (id: string) => reached(graph, id);
  const { wizard, signing, check, admin } = entries;
  return {
    applications: { wizard: of(wizard), signing: of(signing), check: of(check), admin: of(admin) },
    first: of(views.first),
    later: views.later.map(of),
    admin: adminViews.map(of),
    step: of(signingStep),
  };
}
