// Sets up a fresh checkout. Node 20 runs this before anything is installed: no TypeScript, no dependencies, and nothing
// that Node 20 lacks (tsconfig.node-20.json checks that).
export { ensureBrowser } from './browser.mjs'
export { ensureBuild, isBuilt } from './build.mjs'
export { ensureTestPackages } from './debian-packages.mjs'
export { ensureDependencies } from './dependencies.mjs'
export { pinnedEnvironment, pinnedNode } from './pinned-node.mjs'
export { SetupError } from './setup-error.mjs'
