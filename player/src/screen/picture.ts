import { MAX_PICTURE_BYTES, type Manifest, PICTURE_EVERY_MS, type ScreenPlace } from '@placard/contract'
import { withTimeout } from '../page/read/with-timeout.ts'
import { PICTURE_PATH, PICTURE_REPORT_PATH } from '../sync/picture-addresses.ts'
import { composePicture } from './compose-picture.ts'

// Loaded when somebody asks for the first picture [PX3]. The cookie identifies the screen, as it does for an agent.

const SENT_WITHIN_MS = 15_000

type Outcome = 'sent' | 'later' | 'not-wanted'

/**
 * Composes a picture of the page and sends it, at once and then every PICTURE_EVERY_MS until the time is over. Never rejects.
 *
 * @param isWanted false when another series has begun
 */
export async function sendPictures(
  { id, forMs }: NonNullable<ScreenPlace['picture']>,
  isWanted: () => boolean,
  manifest: Manifest | undefined,
): Promise<void> {
  const until = performance.now() + forMs
  let sent = 0
  let problem = ''
  await report(id, 'taken')
  for (let next = performance.now(); ; next += PICTURE_EVERY_MS) {
    await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())))
    if (!isWanted() || (sent > 0 && performance.now() > until)) break
    const outcome = await composePicture(manifest, MAX_PICTURE_BYTES)
      .then((picture) => send(id, picture))
      .catch((error): Outcome => {
        problem = String(error)
        return 'later'
      })
    if (outcome === 'sent') sent += 1
    if (outcome === 'not-wanted' || (forMs === 0 && sent > 0)) break
    if (sent === 0 && performance.now() > until + PICTURE_EVERY_MS) break
  }
  await report(id, sent > 0 ? 'done' : 'failed', problem)
}

async function send(id: string, picture: Blob): Promise<Outcome> {
  const { ok, status } = await post(`${PICTURE_PATH}?commandId=${id}`, picture.type, picture)
  if (ok) return 'sent'
  return status === 429 || status >= 500 ? 'later' : 'not-wanted'
}

/** An answer that is lost leaves the command open until it expires. */
async function report(commandId: string, state: 'taken' | 'done' | 'failed', detail = ''): Promise<void> {
  const told = { taken: undefined, done: 'pictures-sent', failed: 'failed' }[state]
  const answer = { commandId, state, told, detail: state === 'failed' ? detail.slice(0, 500) : '' }
  await post(PICTURE_REPORT_PATH, 'application/json', JSON.stringify({ answers: [answer] })).catch(() => {})
}

function post(path: string, type: string, body: Blob | string): Promise<Response> {
  return withTimeout(SENT_WITHIN_MS, (signal) =>
    fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': type, 'X-Requested-With': 'placard' },
      body,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal,
    }),
  )
}
