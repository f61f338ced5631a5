import type { FilmsSeen, Manifest } from '@placard/contract'
import { describe, expect, it } from 'vitest'
import { createFilmCount, limitFilms } from './films.ts'

const [one, two] = [{}, {}]

function count() {
  const told: FilmsSeen[] = []
  const films = createFilmCount((seen) => told.push(seen))
  /** Looks once a second. A film that has no position stands still. */
  function watch(seconds: number, moves: readonly object[], stands: readonly object[] = [], hasData = true): void {
    for (let second = 0; second < seconds; second += 1) {
      clock += 1
      films.look([
        ...moves.map((film) => ({ film, position: clock, hasData: true })),
        ...stands.map((film) => ({ film, position: 0, hasData })),
      ])
    }
  }
  let clock = 0
  return { told, watch, films }
}

describe('films at once', () => {
  it('[LY5] two films that move for five seconds are managed, and that is told once', () => {
    const { told, watch } = count()
    watch(5, [one, two])
    expect(told).toEqual([])
    watch(20, [one, two])
    expect(told).toEqual([{ atOnce: 2, moved: true }])
  })

  it('[LY5] a film alone, and films that take turns, say nothing', () => {
    const { told, watch } = count()
    watch(60, [one])
    for (let turn = 0; turn < 10; turn += 1) {
      watch(3, [one, two])
      watch(3, [two])
    }
    expect(told).toEqual([])
  })

  it('[LY5] a film that stands still while another one moves has failed, unless it waits for the network', () => {
    const { told, watch } = count()
    watch(60, [one], [two], false)
    watch(60, [], [one, two])
    watch(5, [one], [two])
    expect(told).toEqual([])
    watch(10, [one], [two])
    expect(told).toEqual([{ atOnce: 2, moved: false }])
  })

  it('[LY5] a film that cannot be shown twice while another one moves has failed', () => {
    const { told, watch, films } = count()
    films.failedAt('a')
    films.failedAt('a')
    watch(3, [one])
    films.failedAt('b')
    films.failedAt('c')
    expect(told).toEqual([])
    films.failedAt('b')
    expect(told).toEqual([{ atOnce: 2, moved: false }])
  })

  it('[LY5] a page that anybody has opened shows posters in the zones that its engine cannot play films in', () => {
    const film = { id: 'b', type: 'video', url: '/media/b.mp4', duration: 9, sha256: 'x', sizeBytes: 1, sound: true }
    const elsewhere = { ...film, id: 'c', url: 'https://example.org/c.mp4' }
    const manifest = {
      items: [{ id: 'a', type: 'video', url: '/media/a.mp4' }],
      layout: { films: 4, zones: [{ playlistId: '_1', items: [film, elsewhere] }] },
    } as unknown as Manifest
    expect(limitFilms(manifest, 4)).toBe(manifest)
    const limited = limitFilms(manifest, 1)
    expect(limited.items).toEqual(manifest.items)
    expect(limited.layout?.zones[0]?.items).toEqual([
      { id: 'b', type: 'image', url: '/media/b/thumbnail.webp', duration: 9 },
    ])
    const alone = { ...manifest, items: [] }
    expect(limitFilms(alone, 1).layout?.zones).toEqual(alone.layout?.zones)
  })
})
