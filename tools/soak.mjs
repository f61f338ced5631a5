// npm run soak: one player for an hour, and whether its memory grows. It fails when it does.
//   npm run soak -- --minutes 60 --bound 2 --port 4440
import { runInBrowser } from './bench-browser.mjs'

await runInBrowser('soak.ts', process.argv.slice(2))
