import { reload } from './reload.ts'
import { tellTooOld } from './too-old.ts'

// X6: a script that never came cannot heal itself, so this small one stands before it and tries again: soon when the
// browser says that it failed, after half a minute when nothing says anything.

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
