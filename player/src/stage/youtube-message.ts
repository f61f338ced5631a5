import { isRecord } from '../page/read/is-record.ts'
import { parseJson } from '../page/read/parse-json.ts'

export const YOUTUBE_ORIGIN = 'https://www.youtube-nocookie.com'

/** The messages of a YouTube frame that are used here. */
export type YoutubeMessage = { type: 'playing' } | { type: 'failed'; code: number } | { type: 'other' }

/**
 * Invalid id, no HTML5 player, deleted, embedding forbidden (two codes), and no referrer. Waiting does not help with
 * any of them.
 */
const FATAL = [2, 5, 100, 101, 150, 153]
const PLAYING = 1

/** @param data anything that came by postMessage from the frame's own window and origin */
export function readYoutubeMessage(data: unknown): YoutubeMessage | undefined {
  const message = parseJson(data)
  if (!isRecord(message)) return undefined
  const { event, info } = message
  switch (event) {
    case 'onError':
      return typeof info === 'number' && FATAL.includes(info) ? { type: 'failed', code: info } : { type: 'other' }
    case 'onStateChange':
      return info === PLAYING ? { type: 'playing' } : { type: 'other' }
    case 'infoDelivery':
    case 'initialDelivery':
      return isRecord(info) && info.playerState === PLAYING ? { type: 'playing' } : { type: 'other' }
    default:
      return typeof event === 'string' ? { type: 'other' } : undefined
  }
}

/** The first message asks the frame to report at all. The others subscribe to the two events that it reports only on request. */
export const YOUTUBE_GREETINGS = [
  { event: 'listening', id: 1, channel: 'widget' },
  { event: 'command', func: 'addEventListener', args: ['onStateChange'], id: 1, channel: 'widget' },
  { event: 'command', func: 'addEventListener', args: ['onError'], id: 1, channel: 'widget' },
].map((greeting) => JSON.stringify(greeting))

/** @param origin of this page; the frame sends its messages only to this origin */
export function youtubeEmbed(id: string, origin: string): string {
  const query = 'autoplay=1&mute=1&controls=0&playsinline=1&rel=0&enablejsapi=1'
  return `${YOUTUBE_ORIGIN}/embed/${id}?${query}&origin=${encodeURIComponent(origin)}`
}
