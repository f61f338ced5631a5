import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from 'vite'

const FOLDER = import.meta.dirname
const sources = [
  'src/main.ts',
  'src/cli.ts',
  ...globSync('src/**/*-worker.ts', { cwd: FOLDER }),
  // A module that a journey loads before the server (node --import) changes the server's own state, so it must be of one build
  // with it. A release has none of them.
  ...globSync('src/testing/run-with-*.ts', { cwd: FOLDER }),
]

/**
 * The server as a few files: Node reads and links a thousand otherwise, for a third of the time that a start takes and a
 * quarter of the memory at rest. Packages with programs for a machine in them, and what is only loaded when it is needed,
 * stay in node_modules.
 */
export default defineConfig({
  root: FOLDER,
  ssr: { noExternal: ['kysely', 'zod'] },
  build: {
    ssr: true,
    target: 'esnext',
    rolldownOptions: {
      input: Object.fromEntries(sources.map((source) => [basename(source, '.ts'), source])),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash:8].js' },
    },
  },
})
