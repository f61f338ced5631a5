import { describe, expect, it } from 'vitest'
import { changeFigures } from './changes.ts'

const picture = (index: number) => ({ type: 'picture' as const, index })
const due = [
  { at: 1_000, index: 0 },
  { at: 4_000, index: 1 },
]

describe('changeFigures', () => {
  it('a picture that is torn down before the next is there leaves the screen empty', () => {
    const frames = [
      { at: 1_000, sight: picture(0) },
      { at: 4_010, sight: { type: 'empty' as const } },
      { at: 4_960, sight: picture(1) },
      { at: 7_000, sight: picture(1) },
    ]
    expect(changeFigures(frames, due)).toEqual({ changes: 1, emptyMs: [950], lateMs: [960] })
  })

  it('a picture that stays until the next is there is late, and nothing is empty', () => {
    const frames = [
      { at: 1_000, sight: picture(0) },
      { at: 4_970, sight: picture(1) },
      { at: 7_000, sight: picture(1) },
    ]
    expect(changeFigures(frames, due)).toEqual({ changes: 1, emptyMs: [0], lateMs: [970] })
  })

  it('a fade has begun with its first frame', () => {
    const frames = [
      { at: 1_000, sight: picture(0) },
      { at: 4_012, sight: { type: 'changing' as const } },
      { at: 4_600, sight: picture(1) },
      { at: 7_000, sight: picture(1) },
    ]
    expect(changeFigures(frames, due)).toEqual({ changes: 1, emptyMs: [0], lateMs: [12] })
  })

  it('one that never comes was late for its whole slot', () => {
    const frames = [
      { at: 1_000, sight: picture(0) },
      { at: 7_000, sight: picture(0) },
    ]
    expect(changeFigures(frames, due).lateMs).toEqual([3_000])
  })
})
