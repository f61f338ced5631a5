import { defineConfig } from 'vite'

/**
 * The agent as one file, for the Node of Debian 12 (version 18). It contains everything that it imports, so that a
 * machine needs nothing but this file and Node.
 */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node18',
    rolldownOptions: {
      input: { agent: 'src/main.ts' },
      output: { entryFileNames: 'agent.mjs', codeSplitting: false },
    },
  },
})
