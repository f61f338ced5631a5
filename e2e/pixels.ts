import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'

/** These differ enough from each other, and from the background of the player, to be recognised after JPEG. */
export const RED = '#c81e1e'
export const GREEN = '#1ea050'
export const BLUE = '#1e50c8'

export type Colour = { red: number; green: number; blue: number }

/** A JPEG of one flat colour. */
export function flatPicture(colour: string, size = { width: 1280, height: 720 }): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: colour } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** A JPEG of noise, which cannot be compressed well. */
export function noisePicture(width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 3 as const }
  return sharp(randomBytes(width * height * 3), { raw })
    .jpeg({ quality: 70 })
    .toBuffer()
}

/**
 * The colour at a point of the screen, given in shares of its width and height. Only that point is photographed, because a
 * photograph of the whole screen takes three times as long and eight times the processor time.
 */
export async function colourAt(page: Page, across: number, down: number): Promise<Colour> {
  const { width, height } = page.viewportSize() ?? (await sizeOf(page))
  const clip = { x: Math.floor(across * width), y: Math.floor(down * height), width: 1, height: 1 }
  return colourIn(await page.screenshot({ clip }), 0, 0)
}

function sizeOf(page: Page): Promise<{ width: number; height: number }> {
  return page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
}

/** The same in a screenshot. */
export async function colourIn(screenshot: Buffer, across: number, down: number): Promise<Colour> {
  const { data, info } = await sharp(screenshot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * info.channels
  return { red: data[at] ?? 0, green: data[at + 1] ?? 0, blue: data[at + 2] ?? 0 }
}

/** JPEG and scaling change a flat colour by less than this. */
const TOLERANCE = 12

export function isNear(colour: Colour, hex: string): boolean {
  const wanted = Number.parseInt(hex.slice(1), 16)
  const parts: [number, number][] = [
    [colour.red, wanted >> 16],
    [colour.green, (wanted >> 8) & 255],
    [colour.blue, wanted & 255],
  ]
  return parts.every(([seen, meant]) => Math.abs(seen - meant) <= TOLERANCE)
}

/** The colour of the area beside a picture of this colour. */
export function darkened(hex: string): string {
  const parts = (hex.slice(1).match(/../g) ?? []).map((part) => Math.round(Number.parseInt(part, 16) * 0.45))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
