#!/usr/bin/env node
import module from 'node:module';

// Nothing of ours is imported before the version is known to do: an older Node would fail with a syntax error, and say nothing of use.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major > 20 || (major === 20 && minor >= 19)) {
  // What has been compiled once is kept in the folder for temporary files; `NODE_DISABLE_COMPILE_CACHE=1` says no.
  module.enableCompileCache?.();
  // Of a file, only what has been compiled with it is kept: left alone, V8 would compile a function when it is first called, anew in each run.
  // A screen calls few of the many functions of its libraries: to load them all would show it later.
  const hasScreen = process.argv.some((word) => word === 'watch' || word === 'init');
  if (major <= 26 && !hasScreen) process.getBuiltinModule('node:v8').setFlagsFromString('--no-lazy');
  // Loaded as CommonJS, which is sooner done than `import`.
  module.createRequire(import.meta.url)('../dist/bin/main.cjs');
} else {
  process.stderr.write(`error: authz needs Node 20.19 or newer, this is Node ${process.versions.node}\n`);
  process.exitCode = 2;
}
