import { defineConfig } from 'vite'

/** Programs that only a package replaces: the one that starts the agent, and the one for Wi-Fi and USB sticks. */
const OF_PACKAGE: Record<string, Record<string, string>> = {
  launcher: { launch: 'src/launch.ts' },
  setup: { setup: 'src/set-up.ts' },
}

/**
 * The agent as one file, for the Node of Debian 12 (version 18). It contains everything that it imports, so that a
 * machine needs nothing but this file and Node. With a mode of the table above: that program instead.
 */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node18',
    rolldownOptions: {
      input: OF_PACKAGE[mode] ?? { agent: 'src/main.ts' },
      // Without the paths of the sources, which depend on the folder from which it is built: the server's file and the package's are the same.
      experimental: { attachDebugInfo: 'none' },
      output: { entryFileNames: '[name].mjs', codeSplitting: false },
    },
  },
}))
