import { type PairedScreen, PairingCode, type RouteBodyInput, type ScreenId, type Wall } from '@placard/contract'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { expect } from '../journey.ts'
import { DISPLAY, type Placard } from '../placard.ts'

/** A browser that is one screen of a wall. */
export type Member = { page: Page; context: BrowserContext; screen: PairedScreen }

type Size = { width: number; height: number }

/** One pixel is one millimetre. A frame of 6 mm makes a gap of 12 pixels. */
const FRAME_MM = 6
const GAP_PX = 2 * FRAME_MM

export async function openMember(
  browser: Browser,
  placard: Placard,
  name: string,
  viewport: Size,
  address = '/screen',
): Promise<Member> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(`${placard.url}${address}`)
  const code = PairingCode.parse((await page.locator('[data-code]').getAttribute('data-code')) ?? '')
  const params = { organisationId: DISPLAY.organisationId, code }
  const body = { as: 'new' as const, displayId: DISPLAY.displayId, name }
  return { page, context, screen: await placard.call('pairScreen', { params, body }) }
}

/** @param panel the size of a screen as it hangs */
export function wallOf(
  ids: readonly (ScreenId | undefined)[],
  columns: number,
  panel: Size,
): NonNullable<RouteBodyInput<'setWall'>['wall']> {
  return {
    columns,
    rows: Math.ceil(ids.length / columns),
    panelWidthMm: panel.width,
    panelHeightMm: panel.height,
    frameSideMm: FRAME_MM,
    frameTopMm: FRAME_MM,
    cells: ids.flatMap((screenId, index) =>
      screenId ? [{ column: index % columns, row: Math.floor(index / columns), screenId }] : [],
    ),
  }
}

export async function setWall(placard: Placard, wall: RouteBodyInput<'setWall'>['wall']): Promise<Wall | null> {
  return (await placard.call('setWall', { body: { wall }, headers: { 'if-match': '*' } })).wall
}

/** Waits until each member plays in its cell. */
export async function playsInCell({ page }: Member, column: number, row: number): Promise<void> {
  await expect(page.locator(`html[data-wall="${column},${row}"]`)).toHaveCount(1, { timeout: 60_000 })
  await expect(page.locator('#player > .player')).toHaveAttribute('data-state', 'playing', { timeout: 60_000 })
}

/** The size of a whole wall in pixels, with the gaps. */
export const sizeOf = (columns: number, rows: number, { width, height }: Size): Size => ({
  width: columns * width + (columns - 1) * GAP_PX,
  height: rows * height + (rows - 1) * GAP_PX,
})

/** The place of a cell in the whole picture. */
export const cellAt = (index: number, columns: number, { width, height }: Size) => ({
  left: (index % columns) * (width + GAP_PX),
  top: Math.floor(index / columns) * (height + GAP_PX),
  width,
  height,
})

/** The pictures of all screens put together, with the frames between them. A missing screen is dark. */
export async function putTogether(pictures: readonly (Buffer | undefined)[], columns: number, panel: Size) {
  const parts: OverlayOptions[] = pictures.flatMap((input, index) => {
    const { left, top } = cellAt(index, columns, panel)
    return input ? [{ input, left, top }] : []
  })
  const whole = sizeOf(columns, Math.ceil(pictures.length / columns), panel)
  return sharp({ create: { ...whole, channels: 3, background: '#1d2126' } })
    .composite(parts)
    .png()
    .toBuffer()
}

/**
 * The share of the pixels in a part that differ between a screen and the same part of one large screen: by more than the
 * scaling of a picture shifts them.
 */
export async function differsBy(screen: Buffer, large: Buffer, part: ReturnType<typeof cellAt>): Promise<number> {
  const raw = (picture: Sharp) => picture.removeAlpha().raw().toBuffer()
  const one = await raw(sharp(screen))
  const other = await raw(sharp(large).extract(part))
  let count = 0
  for (let at = 0; at < one.length; at += 3) {
    const apart = [0, 1, 2].map((index) => Math.abs((one[at + index] ?? 0) - (other[at + index] ?? 0)))
    if (Math.max(...apart) > 40) count += 1
  }
  return count / (one.length / 3)
}

/** A picture of thin lines at several angles and a circle, as large as it is given. */
export function linedPicture({ width, height }: Size): Promise<Buffer> {
  const lines = Array.from({ length: 13 }, (_, index) => {
    const across = ((index + 0.5) * width) / 13
    const down = ((index + 0.5) * height) / 13
    return `<path d="M0 ${down}H${width}M${across} 0V${height}M0 ${down}L${width} ${height - down}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#f4efe2"/>
    <g fill="none" stroke="#0b3a8f" stroke-width="3">${lines.join('')}</g>
    <ellipse cx="${width / 2}" cy="${height / 2}" rx="${width * 0.4}" ry="${height * 0.4}" fill="none" stroke="#c81e1e" stroke-width="9"/>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 96 }).toBuffer()
}
