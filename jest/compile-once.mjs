// Compiles each module once per process instead of once per test file.
import vm from 'node:vm';

const { compileFunction, Script } = vm;

/*
 * Jest gives each module its own loader for `import()`. Node compiles a module with its own loader again each
 * time the module is loaded. These compilations took a quarter of the time of all backend tests. Code without
 * an `import()` needs no loader, so this function compiles such code without one. Few modules still contain
 * an `import()` when they reach this function.
 */
vm.compileFunction = (source, parameters, options) => {
  if (source.includes('import(') || source.startsWith('#!'))
    return compileFunction(source, parameters, options);
  const head = `(function (${parameters.join(', ')}) {`;
  const { filename, parsingContext } = options;
  return new Script(`${head}${source}\n})`, { filename, columnOffset: -head.length }).runInContext(
    parsingContext,
  );
};
