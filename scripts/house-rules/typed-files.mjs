// Parses source files together with their types.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const STRICT = { strict: true, target: ts.ScriptTarget.ES2023, skipLibCheck: true, types: [] };

/**
 * Returns a workspace's compiler options and files. A workspace without a tsconfig.json gets default options.
 */
function projectOf(workspace, files) {
  const config = join(workspace, 'tsconfig.json');
  if (!existsSync(config)) return { options: STRICT, rootNames: files };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
  const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, host);
  const { options, fileNames, projectReferences } = parsed;
  return { options, rootNames: [...new Set([...fileNames, ...files])], projectReferences };
}

/**
 * Returns a map from path to parsed file and type checker. The types of another workspace come from that
 * workspace's compiled declarations, so compile before you call this function.
 * @param paths relative to `folder`; the first part of each path is its workspace
 */
export function typedFiles(folder, paths) {
  const found = new Map();
  for (const workspace of new Set(paths.map((path) => path.split('/')[0]))) {
    const own = paths.filter((path) => path.startsWith(`${workspace}/`));
    const { options, ...project } = projectOf(
      join(folder, workspace),
      own.map((path) => join(folder, path)),
    );
    const program = ts.createProgram({
      ...project,
      options: { ...options, noEmit: true, composite: false, incremental: false, tsBuildInfoFile: undefined },
    });
    const types = program.getTypeChecker();
    for (const path of own) found.set(path, { file: program.getSourceFile(join(folder, path)), types });
  }
  return found;
}
