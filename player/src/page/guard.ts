import { reload } from './reload.ts'
import { tellTooOld } from './too-old.ts'

// X6: a script that never arrived cannot recover by itself. This small script runs before it and reloads the page:
// after 3 seconds when the browser reports that the script failed, after 30 seconds when nothing is reported.

const SOON_MS = 3_000
const SILENT_MS = 30_000
const AGAIN_MS = 60_000

let timer = setTimeout(tryAgain, SILENT_MS)

window.addEventListener(
  'error',
  ({ target, error }: ErrorEvent) => {
    if (error instanceof SyntaxError) tellTooOld()
    if (!(target instanceof HTMLScriptElement)) return
    clearTimeout(timer)
    timer = setTimeout(tryAgain, SOON_MS)
  },
  true,
)

async function tryAgain(): Promise<void> {
  const isDrawn = document.getElementById('player')?.firstChild != null
  if (isDrawn || (await reload())) return
  timer = setTimeout(tryAgain, AGAIN_MS)
}
