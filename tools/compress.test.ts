import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compressFiles } from './compress.mjs'

describe('compressing a build', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'placard-compress-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('lays both forms beside each text that is worth it, and leaves the rest alone', () => {
    const text = 'const answer = 42\n'.repeat(200)
    for (const [name, content] of [
      ['app.js', text],
      ['tiny.js', 'x'],
      ['film.mp4', text],
    ] as const) {
      writeFileSync(join(folder, name), content)
    }
    compressFiles(readdirSync(folder).map((name) => join(folder, name)))
    expect(readdirSync(folder).sort()).toEqual(['app.js', 'app.js.br', 'app.js.gz', 'film.mp4', 'tiny.js'])
    expect(brotliDecompressSync(readFileSync(join(folder, 'app.js.br'))).toString()).toBe(text)
    expect(gunzipSync(readFileSync(join(folder, 'app.js.gz'))).toString()).toBe(text)
  })
})
