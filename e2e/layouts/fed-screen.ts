import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  type Manifest,
  type ManifestItem,
  type ManifestLayout,
  type ManifestZone,
  playerPath,
  type Rotation,
  type Schedule,
} from '@placard/contract'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test } from '../journey.ts'
import { flatPicture } from '../pixels.ts'
import { DISPLAY, type Placard } from '../placard.ts'

// A screen that is fed with manifests past the server: layouts in every shape, and changes at once.

/** 1280 x 720. */
const FILM = join(import.meta.dirname, '..', '..', 'server', 'samples', 'wave-signal-message.mp4')
const PICTURE = { width: 640, height: 360 }

export type FedScreen = {
  /** Plays this manifest from now on. */
  feed(change: Partial<Manifest>): void
  close(): Promise<void>
}

/** Answers the requests of a page for the manifest and for files, and follows its stream. */
export async function feedScreen(page: Page, first: Partial<Manifest>): Promise<FedScreen> {
  let revision = 1
  let manifest = { ...EMPTY, ...first, revision }
  const open = new Set<ServerResponse>()
  const say = (answer: ServerResponse) => answer.write(`event: manifest\ndata: ${JSON.stringify(manifest)}\n\n`)
  const stream = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    open.add(answer)
    say(answer)
  }).listen(0, 'localhost')
  await once(stream, 'listening')
  const { port } = stream.address() as AddressInfo

  await page.route('**/manifest', (route) => route.fulfill({ json: manifest }))
  await page.route('**/manifest/live*', (route) => route.continue({ url: `http://localhost:${port}/` }))
  await page.route('**/media/film-*.mp4', (route) => route.fulfill({ path: FILM, contentType: 'video/mp4' }))
  await page.route('**/media/colour-*.jpg', async (route) => {
    const colour = /colour-([0-9a-f]{6})/.exec(route.request().url())?.[1]
    await route.fulfill({ body: await flatPicture(`#${colour}`, PICTURE), contentType: 'image/jpeg' })
  })
  await page.route('**/media/broken-*.jpg', (route) => route.fulfill({ body: 'no picture', contentType: 'image/jpeg' }))

  return {
    feed(change) {
      revision += 1
      manifest = { ...manifest, ...change, revision }
      for (const answer of open) say(answer)
    },
    async close() {
      stream.closeAllConnections()
      stream.close()
      await once(stream, 'close')
    },
  }
}

/** For a file of journeys: a function that opens the player, fed with a manifest. Each is closed at the end of its journey. */
export function fedPlayers() {
  let fed: FedScreen | undefined
  test.afterEach(() => fed?.close())
  return async (page: Page, placard: Placard, manifest: Partial<Manifest>, rotation: Rotation = 0) => {
    fed = await feedScreen(page, manifest)
    await page.goto(placard.url + playerPath(DISPLAY, rotation))
    return fed
  }
}

/**
 * A server in front of the real one, for browsers whose requests Playwright cannot answer. It answers for the manifest
 * and for pictures, and passes everything else on.
 *
 * @param answers answers a request itself, or returns false
 */
export async function launchFeed(
  placardUrl: string,
  first: Partial<Manifest>,
  answers: (path: string, answer: ServerResponse) => boolean = () => false,
): Promise<FedScreen & { url: string }> {
  let revision = 1
  let manifest = { ...EMPTY, ...first, revision }
  const open = new Set<ServerResponse>()
  const say = (answer: ServerResponse) => answer.write(`event: manifest\ndata: ${JSON.stringify(manifest)}\n\n`)

  async function reply(path: string, answer: ServerResponse): Promise<void> {
    const colour = /^\/media\/colour-([0-9a-f]{6})/.exec(path)?.[1]
    if (answers(path, answer)) return
    if (path.includes('/manifest/live')) {
      answer.writeHead(200, { 'content-type': 'text/event-stream' })
      open.add(answer)
      say(answer)
    } else if (path.endsWith('/manifest')) {
      answer.end(JSON.stringify(manifest))
    } else if (colour) {
      answer.setHeader('content-type', 'image/jpeg').end(await flatPicture(`#${colour}`, PICTURE))
    } else {
      const passed = await fetch(placardUrl + path)
      const kept = ['content-type', 'origin-agent-cluster'].map((name) => [name, passed.headers.get(name) ?? ''])
      answer
        .writeHead(passed.status, Object.fromEntries(kept.filter(([, value]) => value !== '')))
        .end(Buffer.from(await passed.arrayBuffer()))
    }
  }

  const server = createServer((request, answer) => {
    reply(request.url ?? '/', answer).catch(() => answer.destroy())
  }).listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    feed(change) {
      revision += 1
      manifest = { ...manifest, ...change, revision }
      for (const answer of open) say(answer)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const EMPTY = {
  organisationId: 'vnr',
  displayId: 'ece',
  name: 'ECE',
  loopStartedAt: 0,
  zoneOffsets: [[0, 0]],
  items: [],
  lines: [],
} as unknown as Manifest

let count = 0

/** A picture of one colour, cut at its edges so that it fills its zone. */
export function picture(colour: string, about: Partial<ManifestItem> = {}): ManifestItem {
  count += 1
  const url = `/media/colour-${colour.slice(1)}.jpg`
  return { id: `item-${count}`, type: 'image', url, duration: 3_600, fit: 'cover', ...about } as ManifestItem
}

export const film = (about: Partial<ManifestItem> = {}): ManifestItem =>
  picture('#000000', { type: 'video', url: `/media/film-${count}.mp4`, ...about })

export const broken = (about: Partial<ManifestItem> = {}): ManifestItem =>
  picture('#000000', { url: `/media/broken-${count}.jpg`, ...about })

/** The main zone has three quarters, and the other one a quarter: beside it, or below it on a portrait screen. */
export function sideBar(items: ManifestItem[], more: Partial<ManifestZone> = {}): ManifestLayout {
  return {
    main: { landscape: rect(0, 0, 75, 100), portrait: rect(0, 0, 100, 75) },
    zones: [zone('side', { landscape: rect(75, 0, 25, 100), portrait: rect(0, 75, 100, 25) }, items, more)],
  }
}

export const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

export function zone(
  name: string,
  place: ManifestLayout['main'],
  items: ManifestItem[],
  more: Partial<ManifestZone> = {},
): ManifestZone {
  return { ...place, playlistId: playlistOf(name), name, loopStartedAt: 0, items, ...more } as ManifestZone
}

/** The id of the playlist of a zone. */
export const playlistOf = (name: string) => `_${name.padEnd(20, '0')}`

/** On from a moment, and until another one, by the display's clock, which is UTC. */
export function within(from?: number, until?: number): Schedule {
  const words = (at: number) => new Date(at).toISOString().slice(0, 19)
  return { ...(from ? { from: words(from) } : {}), ...(until ? { until: words(until) } : {}) } as Schedule
}

/** The nearest of these colours at points of the whole screen, from top left to bottom right; `?` for any other. */
export async function coloursIn(
  screenshot: Buffer,
  colours: Record<string, string>,
  { across, down }: { across: number; down: number },
): Promise<string[]> {
  const { data, info } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const seen: string[] = []
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const x = Math.floor(((column + 0.5) / across) * info.width)
      // The media area is nine tenths of the height.
      const y = Math.floor(((row + 0.5) / down) * 0.9 * info.height)
      const at = (y * info.width + x) * info.channels
      const rgb = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
      seen.push(nearest(rgb, colours))
    }
  }
  return seen
}

const TOLERANCE = 40

function nearest(rgb: number[], colours: Record<string, string>): string {
  for (const [name, hex] of Object.entries(colours)) {
    const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    if (wanted.every((part, index) => Math.abs(part - (rgb[index] ?? 0)) <= TOLERANCE)) return name
  }
  return '?'
}
