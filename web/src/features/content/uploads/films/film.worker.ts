import type { FilmCommand, FilmOrder } from './film-order.ts'
import { makeFilm } from './make-film.ts'

let pausing = new AbortController()
let goOn = () => {}

/** Films are read and converted here, so that the page stays quick. One order for each worker; commands while it converts. */
self.onmessage = async ({ data }: MessageEvent<FilmOrder | FilmCommand>) => {
  if (data === 'pause') return pausing.abort()
  if (data === 'go-on') {
    pausing = new AbortController()
    return goOn()
  }
  const pauses = {
    get signal() {
      return pausing.signal
    },
    over: () =>
      new Promise<void>((resolve) => {
        goOn = resolve
        if (!pausing.signal.aborted) resolve()
      }),
  }
  self.postMessage(await makeFilm(data, pauses, (share) => self.postMessage({ status: 'converting', share })))
}
