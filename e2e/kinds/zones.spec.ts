import { type PlaylistId, playerPath, type Rotation, type RouteBodyInput } from '@placard/contract'
import { addPicture, clearDisplay } from '../content.ts'
import { expect, test } from '../journey.ts'
import { fetchOldChromium, launchOldChromium } from '../old-chromium.ts'
import { BLUE, colourIn, flatPicture, isNear, RED } from '../pixels.ts'
import { DISPLAY, type Placard } from '../placard.ts'
import { launchHttpsFront } from '../rigs/https-front.ts'
import { answerFor, elsewhere, FILM, isBetween, type Kind, ofAllKinds, SIZE, SPOT, YOUTUBE } from './kinds.ts'

// LY12: all kinds in turn in one zone, a picture before each of them. Each is seen whole, no frame of the zone is empty, and the main
// zone does not change.

test.describe.configure({ mode: 'parallel', timeout: 480_000 })

type Layout = NonNullable<RouteBodyInput<'setLayout'>['layout']>

/** Of each item. */
const PICTURE_SECONDS = 2
const KIND_SECONDS = 3
/** An item that is late in its first turn is seen in a later one. */
const ROUNDS = 3

/** The first zone beside the main one has 480 x 270 of a media area of 960 x 540. */
const QUARTER: Layout = {
  arrangement: 'main-and-two',
  dividers: [50, 50],
  zones: [{ name: 'Kinds' }, { name: 'Below' }],
}
const LYING = { width: 960, height: 600 }
/** The zone has 540 x 302 of a portrait screen. */
const STRIP: Layout = { arrangement: 'strip', dividers: [65], zones: [{ name: 'Kinds' }] }
const UPRIGHT = { width: 540, height: 960 }

const ARRANGEMENTS: { name: string; layout: Layout; player: typeof LYING; rotation: Rotation }[] = [
  { name: 'a zone of 480 x 270', layout: QUARTER, player: LYING, rotation: 0 },
  { name: 'a zone of a portrait screen', layout: STRIP, player: UPRIGHT, rotation: 0 },
  {
    name: 'a zone of a screen that hangs turned',
    layout: STRIP,
    player: { width: UPRIGHT.height, height: UPRIGHT.width },
    rotation: 90,
  },
]

/** The kinds by the ids of their items in the zone. */
type Filled = { playlistId: PlaylistId; kindOf: Map<string, Kind>; loopSeconds: number }

/** Puts each kind into the first zone of a layout, behind a blue picture, and a red picture into the main zone. */
async function fill(placard: Placard, layout: Layout, kinds: readonly Kind[]): Promise<Filled> {
  await placard.call('setLayout', { body: { layout: null }, headers: { 'if-match': '*' } })
  await clearDisplay(placard)
  for (const { add } of kinds) {
    await addPicture(placard, await flatPicture(BLUE, SIZE), { duration: PICTURE_SECONDS })
    await add(placard, KIND_SECONDS)
  }
  const ids = (await placard.call('getProgramme')).items.map(({ id }) => id)
  const set = await placard.call('setLayout', { body: { layout }, headers: { 'if-match': '*' } })
  const [playlistId, below] = set.layout?.zones.map((zone) => zone.playlistId) ?? []
  if (!playlistId) throw new Error('a layout without a zone')
  await placard.call('changeItems', { body: { do: 'copy', ids, displays: [], playlists: [playlistId] } })
  await clearDisplay(placard)
  const red = await addPicture(placard, await flatPicture(RED, SIZE), { duration: 3_600, fit: 'cover' })
  if (below) {
    await placard.call('changeItems', { body: { do: 'copy', ids: [red.id], displays: [], playlists: [below] } })
  }
  const items = (await placard.call('getManifest')).layout?.zones[0]?.items ?? []
  expect(items).toHaveLength(2 * kinds.length)
  const kindOf = new Map(kinds.map((kind, at) => [items[2 * at + 1]?.id ?? '', kind]))
  return { playlistId, kindOf, loopSeconds: kinds.length * (PICTURE_SECONDS + KIND_SECONDS) }
}

type HungScreen = {
  screenshot(): Promise<Buffer>
  /** The item that the zone shows. */
  itemIn(playlistId: PlaylistId): Promise<string | null>
  /** In shares of the screen: a spot of the zone where each kind has its ground and no letter, and spots of the others. */
  spots: { zone: readonly [number, number]; others: readonly (readonly [number, number])[] }
}

/** Watches the screen until each of some kinds was seen. @returns the types that were on the screen, seen or not */
async function watchAll(
  player: HungScreen,
  { playlistId, kindOf, loopSeconds }: Filled,
  wanted: readonly Kind[],
): Promise<Set<Kind>> {
  const seen = new Set<Kind>()
  const shown = new Set<Kind>()
  const colours = [...new Set([...kindOf.values()].map(({ colour }) => colour))]
  for (
    const end = Date.now() + ROUNDS * loopSeconds * 1_000;
    Date.now() < end && wanted.some((kind) => !seen.has(kind));
  ) {
    const before = await player.itemIn(playlistId)
    const shot = await player.screenshot()
    const colour = await colourIn(shot, ...player.spots.zone)
    const isWhole = colours.some((one) => isBetween(colour, BLUE, one))
    expect(isWhole, `the zone has ${JSON.stringify(colour)} while ${before} is on`).toBe(true)
    for (const spot of player.spots.others) {
      const other = await colourIn(shot, ...spot)
      expect(isNear(other, RED), `another zone has ${JSON.stringify(other)}`).toBe(true)
    }
    if (before === null || before !== (await player.itemIn(playlistId))) continue
    const kind = kindOf.get(before)
    if (!kind) continue
    shown.add(kind)
    if (isNear(colour, kind.colour)) seen.add(kind)
  }
  expect(wanted.filter((kind) => !seen.has(kind)).map(namesOf(kindOf))).toEqual([])
  return shown
}

const namesOf = (kindOf: Filled['kindOf']) => (kind: Kind) => {
  const [id] = [...kindOf].find(([, one]) => one === kind) ?? []
  return `item ${id}, colour ${kind.colour}`
}

/** The spot of a box at these shares of what it shows, on player that hangs turned by a quarter clockwise or not at all. */
function spotIn(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  player: { width: number; height: number },
  rotation: Rotation,
): readonly [number, number] {
  const [across, down] = [SPOT[0], SPOT[1] / 0.9]
  const [left, top] = rotation === 90 ? [1 - down, across] : [across, down]
  return [(x + left * width) / player.width, (y + top * height) / player.height]
}

ofAllKinds((kindsHere) => {
  for (const { name, layout, player, rotation } of ARRANGEMENTS) {
    test(`[LY12] each kind plays in ${name}`, async ({ page, placard }) => {
      const kinds = await kindsHere()
      const filled = await fill(placard, layout, kinds)
      await page.setViewportSize(player)
      await answerFor(page, placard, kinds)
      await page.goto(placard.url + playerPath(DISPLAY, rotation))
      const zone = page.locator(`[data-zone="${filled.playlistId}"]`)
      await expect(zone).toHaveAttribute('data-open', 'true', { timeout: 60_000 })
      // The zones have moved to their places.
      await page.waitForTimeout(1_500)
      const box = await zone.boundingBox()
      const others = await Promise.all(
        (await page.locator('[data-zone][data-open]').all()).map((one) => one.boundingBox()),
      )
      if (!box) throw new Error('the zone has no box')
      const rest = others.flatMap((one) => (one && (one.x !== box.x || one.y !== box.y) ? [one] : []))
      expect(rest).toHaveLength(layout.zones.length)
      await watchAll(
        {
          screenshot: () => page.screenshot(),
          itemIn: () => zone.getAttribute('data-item'),
          spots: {
            zone: spotIn(box, player, rotation),
            others: rest.map((one) => [
              (one.x + one.width / 2) / player.width,
              (one.y + one.height / 2) / player.height,
            ]),
          },
        },
        filled,
        kinds,
      )
    })
  }

  test('[LY12] [F26] each kind plays in a zone of the oldest engine, or is passed over', async ({ placard }) => {
    const found = await fetchOldChromium()
    if ('missing' in found) console.log(`CHROMIUM 64 WAS NOT TRIED: ${found.missing}`)
    const front = await launchHttpsFront(await elsewhere())
    test.skip('missing' in found || !front, 'the browser or openssl is not here')
    if ('missing' in found || !front) return
    const lies = (address: string) => `MAP ${new URL(address).hostname}:443 ${new URL(front.url).host}`
    const kinds = await kindsHere()
    const filled = await fill(placard, QUARTER, kinds)
    const old = await launchOldChromium(found, LYING, [lies(FILM), lies(YOUTUBE)])
    const zone = `document.querySelector('[data-zone="${filled.playlistId}"][data-open]')`
    try {
      await old.open(placard.display)
      const attribute = () => old.evaluate(`${zone} && ${zone}.getAttribute('data-item')`) as Promise<string | null>
      await expect.poll(attribute, { timeout: 60_000 }).toBeTruthy()
      await new Promise((wake) => setTimeout(wake, 1_500))
      const place = (x: number, y: number) => ({ x, y, width: 480, height: 270 })
      const shown = await watchAll(
        {
          screenshot: () => old.screenshot(),
          itemIn: attribute,
          spots: {
            zone: spotIn(place(480, 0), LYING, 0),
            others: [spotIn(place(0, 0), LYING, 0), spotIn(place(480, 270), LYING, 0)],
          },
        },
        filled,
        kinds.filter(({ onOldEngines }) => onOldEngines === 'plays'),
      )
      expect([...shown].filter(({ onOldEngines }) => onOldEngines === 'passed over')).toEqual([])
      expect(old.errors).toEqual([])
    } finally {
      await old.close()
      await front.close()
    }
  })
})
