import { runCommandLine } from './cli/run.ts'

const { env, stdin, stdout, stderr } = process

// Whatever it writes is for this user's eyes alone, as what the server writes is.
process.umask(0o077)

// Who reads no further, like `head`, has what they wanted.
stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
})

process.exitCode = await runCommandLine(process.argv.slice(2), {
  stdin,
  stdout,
  stderr,
  env,
  folder: process.cwd(),
  // npm runs a script in the project's folder, wherever it was called.
  filesFolder: (env.npm_lifecycle_event === 'placard' && env.INIT_CWD) || process.cwd(),
})
