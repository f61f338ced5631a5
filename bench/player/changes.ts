import type { CDPSession, Page } from '@playwright/test'
import sharp from 'sharp'
import { COLOURS, type Colour } from './pictures.ts'

/** The colour in the middle of the picture: one picture, two that fade into each other, or none. */
type Sight = { type: 'picture'; index: number } | { type: 'changing' } | { type: 'empty' }
export type Frame = { at: number; sight: Sight }

/** JPEG and scaling change a colour by less than this. */
const SAME = 16
/** Nothing bright: the background, a page that has not painted, or the band of a ticker. */
const DARK = 24

/** A place on the screen, as shares of its width and height. */
export type Point = { x: number; y: number }

/** In the middle, above the band of a ticker. */
const MIDDLE: Point = { x: 0.5, y: 0.4 }

/**
 * Records the frames of the page with the browser's screencast, which sends a frame whenever the pixels change.
 *
 * @returns `end` stops the recording, and gives the frames as they are seen at each point. Absent: in the middle
 */
export async function watchScreen(
  page: Page,
  devtools: CDPSession,
): Promise<{ end(): Promise<Frame[]>; endAt(points: readonly Point[]): Promise<Frame[][]> }> {
  const kept: { at: number; data: Buffer }[] = []
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    kept.push({ at: (metadata.timestamp ?? 0) * 1_000, data: Buffer.from(data, 'base64') })
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 80, maxWidth: 320, maxHeight: 180 })
  async function endAt(points: readonly Point[]): Promise<Frame[][]> {
    const endedAt = await page.evaluate(() => performance.timeOrigin + performance.now())
    await devtools.send('Page.stopScreencast')
    const frames = points.map((): Frame[] => [])
    for (const { at, data } of kept) {
      const sights = await sightsOf(data, points)
      for (const [number, sight] of sights.entries()) frames[number]?.push({ at, sight })
    }
    for (const one of frames) {
      const last = one.at(-1)
      if (last) one.push({ at: endedAt, sight: last.sight })
    }
    return frames
  }
  return { endAt, end: async () => (await endAt([MIDDLE]))[0] ?? [] }
}

async function sightsOf(jpeg: Buffer, points: readonly Point[]): Promise<Sight[]> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return points.map(({ x, y }): Sight => {
    const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
    const seen: Colour = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    const index = COLOURS.findIndex((colour) => colour.every((part, channel) => near(part, seen[channel] ?? 0, SAME)))
    if (index >= 0) return { type: 'picture', index }
    return Math.max(...seen) <= DARK ? { type: 'empty' } : { type: 'changing' }
  })
}

const near = (one: number, other: number, by: number) => Math.abs(one - other) <= by

export type ChangeFigures = {
  changes: number
  /** For each change, the time in which neither picture was visible. */
  emptyMs: number[]
  /** From the moment when a picture was due to the first frame with a part of it. */
  lateMs: number[]
}

/** @param due when each picture was due, in the order of the loop: milliseconds since 1970 */
export function changeFigures(frames: readonly Frame[], due: readonly { at: number; index: number }[]): ChangeFigures {
  const emptyMs: number[] = []
  const lateMs: number[] = []
  for (const [number, { at, index }] of due.entries()) {
    const until = due[number + 1]?.at ?? frames.at(-1)?.at ?? at
    const before = due[number - 1]
    if (!before) continue
    // A frame at this moment may already show the next picture. Only the frames of the slot count.
    const shown = frames.filter((frame) => frame.at >= at - FRAME_MS && frame.at < until)
    const last = frames.findLast((frame) => frame.at < at - FRAME_MS)
    const sights = [...(last ? [{ ...last, at }] : []), ...shown]
    let empty = 0
    for (const [place, { at: from, sight }] of sights.entries()) {
      if (sight.type === 'empty') empty += Math.max(0, (sights[place + 1]?.at ?? until) - Math.max(from, at))
    }
    const first = shown.find(
      ({ sight }) => sight.type === 'changing' || (sight.type === 'picture' && sight.index === index),
    )
    emptyMs.push(empty)
    lateMs.push(first ? Math.max(0, first.at - at) : until - at)
  }
  return { changes: emptyMs.length, emptyMs, lateMs }
}

export const FRAME_MS = 1_000 / 60
