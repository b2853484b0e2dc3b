// Compiles each module once in a process, and not for each test file that loads it.
import vm from 'node:vm';

const { compileFunction, Script } = vm;

/*
 * The library gives each module a loader of its own for `import()`, and what has one is compiled anew each time: a
 * quarter of what all tests of the backend computed. Few modules have an `import()` left when they come here.
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
