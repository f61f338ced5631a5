// npm run package:screen: builds placard-screen.deb.
import { packageScreen } from './screen-deb.mjs'
import { ensureDependencies, SetupError } from './setup.mjs'

try {
  await ensureDependencies()
  await packageScreen()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
