import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readNotes } from './notes.ts'

it('[PX7] the notes of the settings files stay, those of a stick are shown for ten minutes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-notes-'))
  try {
    expect(readNotes(join(folder, 'absent'))).toEqual([])
    writeFileSync(join(folder, 'files'), 'one\ntwo\n')
    writeFileSync(join(folder, 'stick'), 'three\n')
    expect(readNotes(folder)).toEqual(['one', 'two', 'three'])
    expect(readNotes(folder, Date.now() + 11 * 60_000)).toEqual(['one', 'two'])
    rmSync(join(folder, 'files'))
    mkdirSync(join(folder, 'files'))
    expect(readNotes(folder)).toEqual(['three'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
