import { defineConfig } from 'vite'

/**
 * The agent as one file, for the Node of Debian 12 (version 18). It contains everything that it imports, so that a
 * machine needs nothing but this file and Node. With the mode `launcher`: the program that starts it, which only a package replaces.
 */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node18',
    rolldownOptions: {
      input: mode === 'launcher' ? { launch: 'src/launch.ts' } : { agent: 'src/main.ts' },
      // Without the paths of the sources, which depend on the folder from which it is built: the server's file and the package's are the same.
      experimental: { attachDebugInfo: 'none' },
      output: { entryFileNames: '[name].mjs', codeSplitting: false },
    },
  },
}))
