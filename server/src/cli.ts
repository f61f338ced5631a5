import { runCommandLine } from './operations/cli/run.ts'

const { env, stdin, stdout, stderr } = process

// Its files are readable only by this user, like the server's.
process.umask(0o077)

// A reader that stops early, like `head`, is not an error.
stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
})

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  folder: process.cwd(),
  // npm runs a script in the project's folder, not where it was called.
  filesFolder: (env.npm_lifecycle_event === 'placard' && env.INIT_CWD) || process.cwd(),
})
