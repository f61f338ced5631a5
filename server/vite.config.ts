import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, defineConfig, type Plugin } from 'vite'

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

/** Puts the agent of this version beside the programs: machines fetch it from their server. The same file as in the agent's package. */
function agentFile(): Plugin {
  return {
    name: 'placard-agent-file',
    async generateBundle() {
      const configFile = join(FOLDER, '../agent/vite.config.ts')
      const built = await build({ configFile, mode: 'production', logLevel: 'warn', build: { write: false } })
      const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
      for (const output of outputs) {
        if (output.type === 'chunk') this.emitFile({ type: 'asset', fileName: output.fileName, source: output.code })
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
  plugins: [messageFiles(), agentFile()],
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
