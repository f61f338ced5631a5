import type { FilmCommand, FilmOrder } from './film-order.ts'
import { makeFilm } from './make-film.ts'

let pausing = new AbortController()
let goOn = () => {}

/** Reads and converts films in a worker, so that the page stays responsive. Takes one order, then commands during the conversion. */
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
