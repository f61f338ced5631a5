import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const FOLDER = import.meta.dirname
const sources = [
  'src/main.ts',
  'src/cli.ts',
  ...globSync('src/**/*-worker.ts', { cwd: FOLDER }),
  // A module that a journey loads before the server (node --import) changes the server's own state, so it must be of one build
  // with it. A release has none of them.
  ...globSync('src/testing/run-with-*.ts', { cwd: FOLDER }),
]

/** Puts the texts that the server reads beside the programs, in each language: its own, and those that a screen writes itself. */
function messageFiles(): Plugin {
  const folder = join(FOLDER, '../messages')
  return {
    name: 'placard-message-files',
    generateBundle() {
      for (const file of globSync('*/{server,screen,board}.json', { cwd: folder })) {
        this.emitFile({
          type: 'asset',
          fileName: `messages/${file.replaceAll('\\', '/')}`,
          source: readFileSync(join(folder, file)),
        })
      }
    },
  }
}

/**
 * The server as a few files: Node reads and links a thousand otherwise, for a third of the time that a start takes and a
 * quarter of the memory at rest. Packages with programs for a machine in them, and what is only loaded when it is needed,
 * stay in node_modules.
 */
export default defineConfig({
  root: FOLDER,
  plugins: [messageFiles()],
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
