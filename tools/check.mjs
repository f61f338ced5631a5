// npm run check: format, lint, types, boundaries and unused code, in seconds.
import { runChecks } from './checks.mjs'
import { ensureDependencies, SetupError } from './setup.mjs'

try {
  await ensureDependencies()
  const results = await runChecks()
  process.exitCode = results.some(({ failed }) => failed) ? 1 : 0
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
