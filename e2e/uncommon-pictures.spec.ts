import { readFile } from 'node:fs/promises'
import { MAX_DECK_PAGES, PAGES } from '@placard/contract'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { makeBmp, QUARTERS } from './bmp.ts'
import { clearDisplay } from './content.ts'
import { type Dropped, dropFiles } from './files.ts'
import {
  avifFile,
  box,
  coded,
  codedPicture,
  contentOf,
  gridOf,
  type HeifItem,
  heicFile,
  imir,
  irot,
  ispe,
  makeHeif,
} from './heif.ts'
import { expect, test } from './journey.ts'
import { colourIn, isNear } from './pixels.ts'
import type { Placard } from './placard.ts'
import { clearTiff, cmykTiff, deepTiff, greyTiff, makeTiff, tiffFile, tiffOf, turnedTiff } from './tiff.ts'

const SENTENCE = 'Please select a valid image file less than 1 MB.'
const [RED = '', GREEN = '', BLUE = '', WHITE = ''] = QUARTERS

test.beforeEach(async ({ placard }) => {
  await clearDisplay(placard)
})

/** A file without a type, as from a system that does not know the format. */
const named = (name: string, buffer: Buffer): Dropped => ({ name, type: '', buffer })

const panelOf = (page: Page) => page.getByRole('region', { name: 'Uploads' })

/** Drops files, and waits until each is on the display with the expected quarters. */
async function allShow(page: Page, placard: Placard, files: Record<string, { buffer: Buffer; shows?: string[] }>) {
  await expect(page.getByText('No Containers')).toBeVisible()
  await dropFiles(
    page,
    Object.entries(files).map(([name, { buffer }]) => named(name, buffer)),
  )
  await expect(panelOf(page).getByText(`${Object.keys(files).length} added`)).toBeVisible({ timeout: 60_000 })
  const { items } = await placard.call('getProgramme')
  for (const [name, { shows = QUARTERS }] of Object.entries(files)) {
    const [title = ''] = name.split('.')
    const item = items.find((one) => one.title.toLowerCase() === title)
    const picture = Buffer.from(await (await fetch(placard.url + item?.url)).arrayBuffer())
    const places = [0.25, 0.75].flatMap((down) => [0.25, 0.75].map((across) => [across, down]))
    for (const [index, [across = 0, down = 0]] of places.entries()) {
      const seen = await colourIn(await sharp(picture).png().toBuffer(), across, down)
      expect(isNear(seen, shows[index] ?? ''), `${name} ${index}: ${JSON.stringify(seen)}`).toBe(true)
    }
  }
}

/** Drops files, and waits until each is refused with its message and the page still works. */
async function allRefused(page: Page, files: Record<string, { buffer: Buffer; says: string | RegExp }>) {
  await expect(page.getByText('No Containers')).toBeVisible()
  await dropFiles(
    page,
    Object.entries(files).map(([name, { buffer }]) => named(name, buffer)),
  )
  await expect(panelOf(page).getByText(`0 added, ${Object.keys(files).length} not`)).toBeVisible({ timeout: 60_000 })
  for (const [name, { says }] of Object.entries(files)) {
    const [title = ''] = name.split('.')
    const row = panelOf(page)
      .getByRole('listitem')
      .filter({ has: page.getByText(new RegExp(`^${title}$`, 'i')) })
    await expect(row).toContainText(says, { ignoreCase: true })
  }
  await expect(panelOf(page)).not.toContainText(SENTENCE)
  await dropFiles(page, [named('after.bmp', makeBmp({ bits: 24 }))])
  await expect(page.getByRole('article', { name: 'After' })).toBeVisible()
}

const HEIF_SAYS = 'This HEIC or AVIF photo cannot be read'
const DAMAGED_SAYS = 'This picture is damaged'

test('[HS27] a BMP of every kind goes on air: its bits, run-lengths, rows from the top, the header of OS/2', async ({
  admin,
  placard,
}) => {
  await allShow(admin, placard, {
    'one.bmp': { buffer: makeBmp({ bits: 1 }), shows: [RED, GREEN, RED, GREEN] },
    'four.bmp': { buffer: makeBmp({ bits: 4 }) },
    'eight.bmp': { buffer: makeBmp({ bits: 8 }) },
    'sixteen.bmp': { buffer: makeBmp({ bits: 16 }) },
    'true.bmp': { buffer: makeBmp({ bits: 24 }) },
    'deep.bmp': { buffer: makeBmp({ bits: 32 }) },
    'packed.bmp': { buffer: makeBmp({ bits: 8, isPacked: true }) },
    'nibbles.bmp': { buffer: makeBmp({ bits: 4, isPacked: true }) },
    'upside.bmp': { buffer: makeBmp({ bits: 24, isTopDown: true }) },
    'warp.bmp': { buffer: makeBmp({ bits: 24, isOs2: true }) },
    'liar.jpg': { buffer: makeBmp({ bits: 24 }) },
  })
})

test('[HS27] a HEIC goes on air in a browser without a decoder: 10 bits, turned, mirrored, in tiles, a burst, clear, P3', async ({
  admin,
  placard,
}) => {
  const picture = await codedPicture()
  const tile: HeifItem = { ...coded(picture), isHidden: true }
  const film = await readFile(new URL('../server/samples/wave-signal-message.mp4', import.meta.url))
  await allShow(admin, placard, {
    'plain.heic': { buffer: await heicFile('quarters') },
    'ten.heic': { buffer: await heicFile('ten') },
    'clear.heic': { buffer: await heicFile('alpha') },
    'wide.heic': { buffer: await heicFile('p3') },
    'browser.avif': { buffer: await avifFile() },
    'turned.heic': { buffer: makeHeif([coded(picture, irot(1))]), shows: [GREEN, WHITE, RED, BLUE] },
    'mirrored.heif': { buffer: makeHeif([coded(picture, imir(1))]), shows: [GREEN, RED, WHITE, BLUE] },
    // Three tiles in a row, cut off in the last one, and then turned.
    'tiles.heic': {
      buffer: makeHeif([
        { type: 'grid', data: gridOf(1, 3, 320, 128), properties: [ispe(320, 128), irot(2)], of: [2, 3, 4] },
        tile,
        tile,
        tile,
      ]),
      shows: [WHITE, WHITE, GREEN, GREEN],
    },
    'burst.heic': { buffer: makeHeif([coded(picture, irot(2)), coded(picture), coded(picture, irot(2))], 2) },
    // A phone's film comes behind its picture; a sequence has a picture and an index of its film.
    'live.heic': { buffer: Buffer.concat([makeHeif([coded(picture)]), box('mpvd', film)]) },
    'sequence.heic': {
      buffer: Buffer.concat([
        makeHeif([coded(picture)], 1, ['msf1', 'heic', 'mif1']),
        box('moov', contentOf(film, 'moov')),
      ]),
    },
    'liar.png': { buffer: await heicFile('quarters') },
  })
})

test('[HS27] a decoder that does not come is no fault of the picture: the next try has it', async ({ admin }) => {
  const decoder = '**/assets/decode-heif-*.js'
  await admin.route(decoder, (route) => route.abort())
  await expect(admin.getByText('No Containers')).toBeVisible()
  await dropFiles(admin, [named('photo.heic', await heicFile('quarters'))])
  await expect(panelOf(admin).getByText('0 added, 1 not')).toBeVisible()
  await expect(panelOf(admin)).not.toContainText(HEIF_SAYS)
  await admin.unroute(decoder)
  await panelOf(admin).getByRole('button', { name: 'Retry' }).click()
  await expect(admin.getByRole('article', { name: 'Photo' })).toBeVisible()
})

test('[HS27] a HEIC that claims too much, refers to itself or ends too early says so, and the page goes on', async ({
  admin,
}) => {
  const picture = await codedPicture()
  const tile: HeifItem = { ...coded(picture), isHidden: true }
  const derived = (of: number[]): HeifItem => ({
    type: 'iden',
    data: Buffer.alloc(0),
    properties: [ispe(128, 128)],
    of,
  })
  const whole = await heicFile('quarters')
  await allRefused(admin, {
    'claims.heic': {
      buffer: makeHeif([{ ...coded(picture), properties: [picture.hvcC, ispe(60_000, 60_000)] }]),
      says: 'It has more pixels',
    },
    'huge.heic': {
      buffer: makeHeif([
        { type: 'grid', data: gridOf(30, 30, 60_000, 60_000), properties: [ispe(128, 128)], of: Array(900).fill(2) },
        tile,
      ]),
      says: HEIF_SAYS,
    },
    'many.heic': {
      buffer: makeHeif([
        {
          type: 'grid',
          data: gridOf(200, 200, 25_600, 25_600),
          properties: [ispe(128, 128)],
          of: Array(40_000).fill(2),
        },
        tile,
      ]),
      says: HEIF_SAYS,
    },
    'deep.heic': {
      buffer: makeHeif([...Array.from({ length: 2_000 }, (_, index) => derived([index + 2])), coded(picture)]),
      says: HEIF_SAYS,
    },
    'loop.heic': { buffer: makeHeif([derived([2]), derived([1])]), says: HEIF_SAYS },
    'short.heic': { buffer: whole.subarray(0, whole.length - 60), says: HEIF_SAYS },
    'shorter.heic': { buffer: whole.subarray(0, 100), says: HEIF_SAYS },
    'liar.heic': { buffer: Buffer.from('no picture at all'), says: 'This kind of file cannot be shown' },
  })
})

test('[HS27] a BMP that claims too much, runs over its rows or ends too early says so, and the page goes on', async ({
  admin,
}) => {
  await allRefused(admin, {
    'lowest.bmp': { buffer: makeBmp({ bits: 24, height: -(2 ** 31) }), says: 'It has more pixels' },
    'wide.bmp': { buffer: makeBmp({ bits: 24, width: 2 ** 31 - 1 }), says: 'It has more pixels' },
    'none.bmp': { buffer: makeBmp({ bits: 24, height: 0 }), says: DAMAGED_SAYS },
    'negative.bmp': { buffer: makeBmp({ bits: 24, width: -128 }), says: DAMAGED_SAYS },
    'short.bmp': { buffer: makeBmp({ bits: 24 }).subarray(0, 40), says: DAMAGED_SAYS },
    'unpacked.bmp': {
      buffer: makeBmp({ bits: 24, width: 4_000, height: 4_000, data: Buffer.alloc(0) }),
      says: DAMAGED_SAYS,
    },
  })
})

test('[HS27] the specified form keeps its sentence for a HEIC, and one press makes it fit', async ({ admin }) => {
  await admin.goto(new URL(PAGES.addContainer, admin.url()).href)
  const field = admin.locator('input[type="file"]').first()
  await field.setInputFiles({ name: 'photo.heic', mimeType: 'image/heic', buffer: await heicFile('quarters') })
  await expect(admin.getByText(`${SENTENCE} This kind of picture cannot be shown unchanged.`)).toBeVisible()
  await admin.getByRole('button', { name: 'Make it fit and use it' }).click()
  await expect(admin.getByText(SENTENCE)).toBeHidden()
  await admin.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(admin.getByText('Uploaded successfully')).toBeVisible()
})

test('[HS27] a TIFF of a scanner goes on air: its packings, bits, colours, orders of bytes, the way it lies', async ({
  admin,
  placard,
}) => {
  const grey = ['#666666', '#8b8b8b', '#5a5a5a', WHITE]
  await allShow(admin, placard, {
    'none.tif': { buffer: await tiffOf({ compression: 'none' }) },
    'lzw.tiff': { buffer: await tiffOf({ compression: 'lzw', predictor: 'horizontal' }) },
    'packbits.tif': { buffer: await tiffOf({ compression: 'packbits' }) },
    'deflate.tif': { buffer: await tiffOf({ compression: 'deflate' }) },
    'jpeg.tif': { buffer: await tiffOf({ compression: 'jpeg', quality: 95 }) },
    'tiled.tif': { buffer: await tiffOf({ compression: 'lzw', tile: true, tileWidth: 48, tileHeight: 48 }) },
    'fax.tif': { buffer: await tiffFile('fax'), shows: BLACK_AND_WHITE },
    'fax3.tif': { buffer: await tiffFile('fax3'), shows: BLACK_AND_WHITE },
    'bit.tif': { buffer: await tiffFile('bit'), shows: BLACK_AND_WHITE },
    'nibble.tif': {
      buffer: await tiffFile('nibble'),
      shows: ['#333333', '#777777', '#444444', WHITE],
    },
    'grey.tif': { buffer: await greyTiff({ compression: 'lzw' }), shows: grey },
    'greyjpeg.tif': { buffer: await greyTiff({ compression: 'jpeg', quality: 95 }), shows: grey },
    'deep.tif': { buffer: await deepTiff() },
    'clear.tif': { buffer: await clearTiff() },
    'turned.tif': { buffer: await turnedTiff(6), shows: [BLUE, RED, WHITE, GREEN] },
    'mirrored.tif': { buffer: await turnedTiff(2), shows: [GREEN, RED, WHITE, BLUE] },
    'order.tif': { buffer: await tiffFile('big-endian') },
    'big.tif': { buffer: makeTiff([{ colour: GREEN }], { isBigEndian: true }), shows: [GREEN, GREEN, GREEN, GREEN] },
    'small.tif': {
      buffer: makeTiff([{ colour: RED, isSmall: true }, { colour: BLUE }]),
      shows: [BLUE, BLUE, BLUE, BLUE],
    },
    'liar.bmp': { buffer: await tiffOf({ compression: 'none' }) },
  })
})

const BLACK_AND_WHITE = ['#000000', '#000000', '#000000', '#ffffff']

test('[HS27] the colours of a CMYK TIFF are near to what was printed', async ({ admin, placard }) => {
  await expect(admin.getByText('No Containers')).toBeVisible()
  await dropFiles(admin, [named('print.tif', await cmykTiff())])
  await expect(admin.getByRole('article', { name: 'Print' })).toBeVisible()
  const [item] = (await placard.call('getProgramme')).items
  const picture = Buffer.from(await (await fetch(placard.url + item?.url)).arrayBuffer())
  const seen = await colourIn(await sharp(picture).png().toBuffer(), 0.25, 0.25)
  expect(seen.red).toBeGreaterThan(150)
  expect(seen.green).toBeLessThan(90)
})

test('[HS27] a TIFF of several pages becomes a deck, as a PDF does; where one picture is wanted it says so', async ({
  admin,
  placard,
}) => {
  await expect(admin.getByText('No Containers')).toBeVisible()
  const pages = makeTiff([{ colour: RED }, { colour: RED, isSmall: true }, { colour: GREEN }, { colour: BLUE }])
  await dropFiles(admin, [named('lunch_menu.tif', pages)])
  const form = admin.getByRole('dialog', { name: 'Add a TIFF' })
  await expect(form.getByText('3 pages. Press a page')).toBeVisible()
  await form.getByRole('button', { name: 'Add it' }).click()
  await expect(admin.getByRole('article', { name: 'Lunch menu' }).getByText('3 pages')).toBeVisible()
  const { items } = await placard.call('getManifest')
  const shown = await Promise.all(
    items.map(async ({ url }) => {
      const picture = Buffer.from(await (await fetch(new URL(url, placard.url))).arrayBuffer())
      return colourIn(await sharp(picture).png().toBuffer(), 0.5, 0.5)
    }),
  )
  expect(shown.map((colour) => [RED, GREEN, BLUE].find((one) => isNear(colour, one)))).toEqual([RED, GREEN, BLUE])

  await admin.goto(placard.url + PAGES.addContainer)
  const picked = { name: 'menu.tif', mimeType: 'image/tiff', buffer: pages }
  await admin.locator('input[type="file"]').first().setInputFiles(picked)
  await expect(admin.getByText('This TIFF has several pages.')).toBeVisible()
})

test('[HS27] a TIFF with a thousand pages asks whether the first ones will do', async ({ admin }) => {
  await expect(admin.getByText('No Containers')).toBeVisible()
  const pages = Array.from({ length: 1_000 }, (_, index) => ({ colour: index % 2 === 0 ? RED : GREEN }))
  await dropFiles(admin, [named('book.tif', makeTiff(pages))])
  const form = admin.getByRole('dialog', { name: 'Add a TIFF' })
  await expect(form.getByText('This TIFF has 1,000 pages')).toBeVisible()
  await expect(form.getByRole('button', { name: `Take the first ${MAX_DECK_PAGES}` })).toBeVisible()
})

test('[HS27] a TIFF that claims too much, has directories without an end or ends too early says so, and the page goes on', async ({
  admin,
}) => {
  const says = 'This picture cannot be read'
  await allRefused(admin, {
    'claims.tif': { buffer: makeTiff([{ colour: RED, width: 60_000, height: 60_000 }]), says: 'It has more pixels' },
    'large.tif': { buffer: makeTiff([{ colour: RED, width: 9_000, height: 9_000 }]), says: DAMAGED_SAYS },
    'none.tif': { buffer: makeTiff([{ colour: RED, width: 0 }]), says: DAMAGED_SAYS },
    'loop.tif': { buffer: makeTiff([{ colour: RED }, { colour: GREEN }], { loops: true }), says: DAMAGED_SAYS },
    'endless.tif': { buffer: makeTiff(Array.from({ length: 5_000 }, () => ({ colour: RED }))), says: DAMAGED_SAYS },
    'rare.tif': { buffer: makeTiff([{ colour: RED, compression: 34_712 }]), says },
    'short.tif': { buffer: (await tiffOf({ compression: 'lzw' })).subarray(0, 60), says: DAMAGED_SAYS },
    'cut.tif': { buffer: makeTiff([{ colour: RED }]).subarray(0, 200), says: DAMAGED_SAYS },
    'head.tif': { buffer: Buffer.from('II*\0'), says: DAMAGED_SAYS },
  })
})
