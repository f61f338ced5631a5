// npm run soak: runs one player for an hour. Fails when its memory grows.
//   npm run soak -- --minutes 60 --bound 2 --pace 1 --port 4440
import { runPinned } from './run-pinned.mjs'

await runPinned(['bench/player/soak.ts', ...process.argv.slice(2)], { browser: true })
