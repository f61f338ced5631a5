import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as constants from './constants.ts'

const SPECIFIED = {
  DURATION_OPTIONS_SECONDS: [5, 10, 15, 30, 45, 60, 90, 120],
  DEFAULT_FORM_DURATION_SECONDS: 5,
  DEFAULT_PLAYER_DURATION_SECONDS: 15,
  DEFAULT_VISIBLE: true,
  MAX_IMAGE_BYTES: 1_024_000,
  IMAGE_BOX: { width: 1920, height: 1080 },
  IMAGE_QUALITY: 0.9,
  MEDIA_AREA_SHARE: 0.9,
  TICKER_SCROLL_AMOUNT_PX: 26,
  TICKER_FONT_PX: 40,
  NOTICE_MS: 5_000,
  CHUNK_TIMEOUT_MS: 120_000,
  CALL_TIMEOUT_MS: 30_000,
  LONG_CALL_TIMEOUT_MS: 60_000,
}

describe('K3 the constants of the specification', () => {
  it('K3 have the specified values', () => {
    expect(constants).toMatchObject(SPECIFIED)
  })

  it.each(Object.keys(SPECIFIED))('K3 %s names its row', (name) => {
    const source = readFileSync(new URL('./constants.ts', import.meta.url), 'utf8')
    const before = source.slice(0, source.indexOf(`export const ${name} `))
    const comment = before.slice(before.lastIndexOf('/**'))
    expect(comment).toMatch(/\b[A-Z]\d+\b/)
  })
})
