import {
  type Cover,
  ItemId,
  LineId,
  PlaylistId,
  pageIdOf,
  playlistPath,
  type Schedule,
  TakeOverId,
  Value,
} from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Explanation, explainAt } from './explain.ts'
import { nextChangeAt, planAt } from './plan.ts'
import { type HeldProgramme, playableOf } from './playable.ts'
import { jointStateAt, scheduleStateAt } from './schedule.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A Tuesday, at ten in the morning at the display. */
const TUESDAY_TEN = Date.UTC(2026, 11, 1, 8)
const OFFSETS: [number, number][] = [[0, 120]]
const at10 = (hours: number) => TUESDAY_TEN + (hours - 10) * HOUR_MS

type Item = HeldProgramme['items'][number]
type Line = HeldProgramme['lines'][number]

const item = (id: string, more: Partial<Item> = {}): Item => ({
  id: ItemId.parse(id),
  title: id,
  url: '/media/a.jpg',
  type: 'image',
  uploadDate: 0,
  visible: true,
  playable: true,
  duration: 10,
  position: id,
  revision: 1,
  ...more,
})
const line = (id: string, schedule?: Schedule, condition?: Line['condition']): Line => ({
  id: LineId.parse(id),
  text: id,
  position: id,
  revision: 1,
  ...(schedule ? { schedule } : {}),
  ...(condition ? { condition } : {}),
})
const playlistId = (name: string) => PlaylistId.parse(`_${name.padEnd(20, 'x')}`)
const inclusion = (id: string, more: Partial<Item> = {}) =>
  item(id, { type: 'playlist', url: playlistPath(playlistId(id)), ...more })
const playlist = (id: string, items: Item[], lines: Line[] = []) => ({ id: playlistId(id), name: id, items, lines })
const programme = (held: Partial<HeldProgramme>): HeldProgramme => ({
  items: [],
  lines: [],
  playlists: [],
  zoneOffsets: OFFSETS,
  loopStartedAt: TUESDAY_TEN,
  ...held,
})
const between = (from: string, until: string): Schedule => ({ hours: [{ from, until }] })

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
const date = fc.integer({ min: -3, max: 3 }).map((days) => {
  return `${new Date(TUESDAY_TEN + days * DAY_MS).toISOString().slice(0, 10)}T00:00`
})
const schedule: fc.Arbitrary<Schedule | undefined> = fc.option(
  fc
    .record(
      {
        from: date,
        until: date,
        hours: fc.array(fc.record({ from: time, until: time }), { minLength: 1, maxLength: 2 }),
        days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        alone: fc.constant(true as const),
      },
      { requiredKeys: [] },
    )
    .filter(({ from, until }) => from === undefined || until === undefined || from < until),
  { nil: undefined, freq: 2 },
)
const cell = Value.parse({ of: 'cell', tableId: '_t-0123456789abcdefghij', rowId: 'soup', columnId: 'left01' })
/** The values of a programme: how many soups are left. It is too old at a time, or counts until it is changed. */
const valuesWith = (left: number | null, until?: number): NonNullable<HeldProgramme['values']> => [
  {
    of: cell,
    names: ['Menu', 'Soup', 'Left'],
    column: { type: 'number', currency: undefined },
    language: 'en',
    value: left,
    ...(until === undefined ? {} : { until }),
  },
]
const soldOut = (otherwise: 'on' | 'off' = 'off'): NonNullable<Item['condition']> => ({
  all: [{ value: cell, operator: '=', constant: 0 }],
  otherwise,
})
const condition: fc.Arbitrary<Item['condition']> = fc.option(
  fc.record({
    all: fc.constantFrom('=' as const, '!=' as const).map((operator) => [{ value: cell, operator, constant: 0 }]),
    otherwise: fc.constantFrom('on' as const, 'off' as const),
  }),
  { nil: undefined, freq: 2 },
)
const times = fc.record({ schedule, condition })
const rarely = (value: boolean) => fc.integer({ min: 0, max: 5 }).map((number) => (number === 0 ? value : !value))
const settings = fc.record({
  visible: rarely(false),
  playable: rarely(false),
  duration: fc.constantFrom(7, 60, 20 * 60, 5 * 3_600),
  schedule,
  condition,
})
const held: fc.Arbitrary<HeldProgramme> = fc
  .record({
    own: fc.array(settings, { maxLength: 4 }),
    lines: fc.array(times, { maxLength: 3 }),
    playlists: fc.array(
      fc.record({
        inclusion: settings,
        items: fc.array(settings, { maxLength: 3 }),
        lines: fc.array(times, { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
    values: fc
      .tuple(fc.constantFrom(0, 4, null), fc.option(fc.integer({ min: -48, max: 96 }), { nil: undefined }))
      .map(([left, hours]) => valuesWith(left, hours === undefined ? undefined : at10(hours))),
  })
  .map(({ own, lines, playlists, values }) =>
    programme({
      values,
      loopStartedAt: TUESDAY_TEN - 10 * DAY_MS,
      items: [
        ...own.map((more, index) => item(`own${index}`, more)),
        ...playlists.map(({ inclusion: more }, nth) => inclusion(`list${nth}`, more)),
      ],
      lines: lines.map((one, index) => line(`line${index}`, one.schedule, one.condition)),
      playlists: playlists.map(({ items, lines: texts }, nth) =>
        playlist(
          `list${nth}`,
          items.map((more, index) => item(`list${nth}item${index}`, more)),
          texts.map((one, index) => line(`list${nth}line${index}`, one.schedule, one.condition)),
        ),
      ),
    }),
  )
const moment = fc.integer({ min: 0, max: 6 * DAY_MS }).map((ahead) => TUESDAY_TEN - 2 * DAY_MS + ahead)

/** Everything except inclusions, each with the item that brings it. */
function thingsOf({ items, lines, playlists }: HeldProgramme) {
  const own = [...items.filter(({ type }) => type !== 'playlist'), ...lines].map((thing) => ({ thing, by: undefined }))
  const brought = items.flatMap((by) => {
    const of = playlists.find(({ id }) => by.url === playlistPath(id))
    return [...(of?.items ?? []), ...(of?.lines ?? [])].map((thing) => ({ thing, by }))
  })
  return [...own, ...brought] as { thing: Item | Line; by: Item | undefined }[]
}

const reasonIn = ({ items, lines }: ReturnType<typeof explainAt>, thing: Item | Line) =>
  ('visible' in thing ? items.get(thing.id) : lines.get(thing.id)) as Explanation

/** By the values of the programme, without the code that answers conditions. */
function isMet({ values = [] }: HeldProgramme, thing: Item | Line | undefined, now: number): boolean {
  const [{ value, until = Number.POSITIVE_INFINITY } = { value: null }] = values
  return (thing?.condition ? [thing.condition] : []).every(({ all: [first], otherwise }) =>
    value === null || now >= until ? otherwise === 'on' : (value === 0) === (first?.operator === '='),
  )
}

/** Calls `check` for each thing in generated programmes at generated instants, with the result of `planAt` for it. */
function forEachThing(
  check: (about: {
    thing: Item | Line
    isItem: boolean
    by: Item | undefined
    why: Explanation
    now: number
    of: HeldProgramme
    /** True: all settings of it and of its inclusion allow it to be shown. */
    isSet: boolean
    /** True: it is in the lists of `planAt`. */
    isListed: boolean
    /** By the schedules alone. */
    state: ReturnType<typeof jointStateAt>
    /** True: its condition and that of its inclusion are met, or they have none. */
    isMet: boolean
  }) => void,
): void {
  fc.assert(
    fc.property(held, moment, (of, now) => {
      const explained = explainAt(of, now)
      const plan = planAt(playableOf(of), now)
      for (const { thing, by } of thingsOf(of)) {
        const isItem = 'visible' in thing
        check({
          thing,
          isItem,
          by,
          why: reasonIn(explained, thing),
          now,
          of,
          isSet: (!isItem || (thing.visible && thing.playable)) && (!by || (by.visible && by.playable)),
          isListed: [...plan.items, ...plan.lines].some(({ id }) => id === thing.id),
          state: jointStateAt([thing.schedule, by?.schedule], OFFSETS, now),
          isMet: [thing, by].every((one) => isMet(of, one, now)),
        })
      }
    }),
    { numRuns: 600 },
  )
}

/** Iterates over the showings, starting with the present one. */
function* showingsFrom(of: HeldProgramme, now: number, until: number) {
  const playable = playableOf(of)
  for (let at = now, steps = 0; at < until && steps < 3_000; steps += 1) {
    const plan = planAt(playable, at)
    if (plan.status === 'playing') {
      yield plan.current
      at = plan.current.endsAt
    } else at = plan.until
  }
}

describe('[TM2] explainAt', () => {
  it('[CT8] tells of a deck as of one: on from its first page to its last, and broken where a page is', () => {
    const pages = ['a', 'b', 'c'].map((name) => ({ url: `/media/${name}.jpg` }))
    const deck = item('deck', {
      type: 'deck',
      url: '/media/d.deck',
      pages,
      deck: { without: [2], seconds: [{ page: 3, seconds: 20 }] },
    })
    const held = programme({ items: [item('before'), deck, item('after')] })
    const at = (seconds: number, broken: ItemId[] = []) =>
      explainAt(held, TUESDAY_TEN + seconds * 1_000, broken.length > 0 ? [{ broken, full: false }] : [])
    const on = { reason: 'on', until: TUESDAY_TEN + 40_000, again: TUESDAY_TEN + 60_000 }
    // Its second page is on: it goes on, and comes again after the others.
    for (const seconds of [10, 15, 25, 39]) expect(at(seconds).items.get(deck.id)).toEqual(on)
    expect(at(0).items.get(deck.id)).toMatchObject({ reason: 'in-loop', startsAt: TUESDAY_TEN + 10_000 })
    expect(at(15).items.get(ItemId.parse('after'))).toMatchObject({ reason: 'in-loop', startsAt: TUESDAY_TEN + 40_000 })
    expect([...at(15).items.keys()]).toEqual(['before', 'deck', 'after'])
    expect(at(15, [pageIdOf(deck.id, 3)]).items.get(deck.id)).toMatchObject({
      onScreens: { trouble: 'broken', count: 1 },
    })
    // As the only item, it is followed by itself.
    const alone = programme({ items: [deck] })
    expect(explainAt(alone, TUESDAY_TEN).items.get(deck.id)).toEqual({
      reason: 'on',
      until: Number.POSITIVE_INFINITY,
      again: undefined,
    })
  })

  it('says "on" exactly of the current item of planAt and of its lines', () => {
    forEachThing(({ thing, isItem, why, now, of }) => {
      const plan = planAt(playableOf(of), now)
      const isOn = isItem
        ? plan.status === 'playing' && plan.current.item.id === thing.id
        : plan.lines.some(({ id }) => id === thing.id)
      expect(why.reason === 'on').toBe(isOn)
      if (why.reason !== 'on') return
      expect(why.until).toBeGreaterThan(now)
      if (isItem && plan.status === 'playing' && plan.items.length > 1) expect(why.until).toBe(plan.current.endsAt)
    })
  })

  it('says "in the loop" exactly of the other items of planAt, with the next showing that stepping forward meets', () => {
    forEachThing(({ thing, isItem, why, now, of, isListed }) => {
      const isCurrent = why.reason === 'on'
      expect(why.reason === 'in-loop').toBe(isItem && isListed && !isCurrent)
      if (!isItem || !isListed) return
      const next = why.reason === 'in-loop' ? why.startsAt : why.reason === 'on' ? why.again : undefined
      const goesAt = why.reason === 'in-loop' ? why.until : Number.POSITIVE_INFINITY
      const [present, ...later] = showingsFrom(of, now, Math.min(next ?? goesAt, now + 2 * DAY_MS) + 1)
      const met = later.find(({ item: shown, startsAt }) => shown.id === thing.id && startsAt < goesAt)
      if (next !== undefined) expect(met?.startsAt).toBe(next)
      else if (why.reason === 'in-loop') expect(met).toBeUndefined()
      expect(present?.item.id === thing.id).toBe(isCurrent)
    })
  })

  it('says "pushed aside" exactly of what is on by its schedules and not in the list of planAt, and by whom until when', () => {
    let seen = 0
    forEachThing(({ thing, isItem, by, why, now, of, isSet, isListed, state, isMet: isMetNow }) => {
      expect(why.reason === 'aside').toBe(isSet && state.isOn && isMetNow && !isListed)
      if (why.reason !== 'aside') return
      seen += 1
      const { alone, until } = why
      const marked = [...of.items, ...thingsOf(of).map(({ thing: one }) => one)].find(({ id }) => id === alone.id)
      expect(marked?.schedule?.alone).toBe(true)
      expect(scheduleStateAt(marked?.schedule, OFFSETS, now).isOn).toBe(true)
      const listAt = (at: number) =>
        planAt(playableOf(of), at)[isItem ? 'items' : 'lines'].map(({ id }) => id as string)
      const isAlone = (at: number) => {
        const first = thingsOf(of).find(({ thing: one }) => one.id === listAt(at)[0])
        return first?.thing.schedule?.alone === true || first?.by?.schedule?.alone === true
      }
      expect(isAlone(now)).toBe(true)
      const end = Math.min(until, now + 3 * DAY_MS)
      for (let at = nextChangeAt(playableOf(of), now); at < end; at = nextChangeAt(playableOf(of), at)) {
        expect(isAlone(at)).toBe(true)
        if (!thing.schedule?.alone && !by?.schedule?.alone) expect(listAt(at)).not.toContain(thing.id)
      }
      if (until !== Number.POSITIVE_INFINITY) expect(isAlone(until)).toBe(false)
    })
    expect(seen).toBeGreaterThan(100)
  })

  it('[DT6] says "unmet" exactly of what its condition keeps off, unless its schedules are over for good', () => {
    let seen = 0
    forEachThing(({ thing, by, why, now, of, isSet, state, isMet: isMetNow }) => {
      const isOver = !state.isOn && state.until === Number.POSITIVE_INFINITY
      expect(why.reason === 'unmet').toBe(isSet && !isMetNow && !isOver)
      if (why.reason !== 'unmet') return
      seen += 1
      expect(why.by).toBe(isMet(of, thing, now) ? 'inclusion' : 'itself')
      expect(why.until).toBeGreaterThan(now)
      const decides = why.by === 'itself' ? thing : by
      if (why.until !== Number.POSITIVE_INFINITY) expect(isMet(of, decides, why.until)).toBe(true)
      else expect(isMet(of, decides, now + 30 * DAY_MS)).toBe(false)
    })
    expect(seen).toBeGreaterThan(100)
  })

  it('says "off", "over" and "never" exactly of what its schedules keep off, with the moment that they say', () => {
    forEachThing(({ thing, by, why, now, isSet, state, isMet: isMetNow }) => {
      const isOff = isSet && !state.isOn && (isMetNow || state.until === Number.POSITIVE_INFINITY)
      expect(['off', 'over', 'never'].includes(why.reason)).toBe(isOff)
      if (why.reason === 'off') expect(why.startsAt).toBe(state.until)
      if (why.reason === 'over') expect(why).toMatchObject({ since: state.since })
      if (why.reason === 'over' || why.reason === 'never') expect(state.until).toBe(Number.POSITIVE_INFINITY)
      if (why.reason !== 'off' && why.reason !== 'over') return
      const isOwn = !scheduleStateAt(thing.schedule, OFFSETS, now).isOn
      expect(why.by).toBe(isOwn || !by ? 'itself' : 'inclusion')
    })
  })

  it('says "hidden" and "unplayable" exactly of what people have set so, itself before its inclusion', () => {
    forEachThing(({ thing, isItem, by, why, isSet }) => {
      expect(['hidden', 'unplayable'].includes(why.reason)).toBe(!isSet)
      const isHidden = isItem && !(thing as Item).visible
      if (why.reason === 'hidden') expect(why.by).toBe(isHidden ? 'itself' : 'inclusion')
      if (isHidden) expect(why).toEqual({ reason: 'hidden', by: 'itself' })
      if (!isItem && by && !by.visible) expect(why).toEqual({ reason: 'hidden', by: 'inclusion' })
    })
  })

  it('explains everything, the same until the moment that it says, and an inclusion by what it brings', () => {
    fc.assert(
      fc.property(held, moment, fc.double({ min: 0, max: 1, noNaN: true }), (of, now, share) => {
        const explained = explainAt(of, now)
        expect(explained.until).toBeGreaterThan(now)
        expect(explained.items.size).toBe(
          of.items.length + of.playlists.reduce((sum, { items }) => sum + items.length, 0),
        )
        const end = Math.min(explained.until, now + DAY_MS)
        const later = explainAt({ ...of }, Math.floor(now + share * (end - 1 - now)))
        expect(later).toEqual(explained)
        const plan = planAt(playableOf(of), now)
        for (const by of of.items.filter(({ type }) => type === 'playlist')) {
          const brought = of.playlists.find(({ id }) => by.url === playlistPath(id))?.items ?? []
          const isOn = plan.status === 'playing' && brought.some(({ id }) => id === plan.current.item.id)
          if (brought.some(({ visible, playable }) => visible && playable)) {
            expect(explained.items.get(by.id)?.reason === 'on').toBe(isOn)
          }
        }
      }),
      { numRuns: 400 },
    )
  })

  it('[DT6] the reason of an inclusion whose condition is not met, of what it brings, and of what has an own condition', () => {
    const of = (left: number, by: Partial<Item>, dish: Partial<Item>) =>
      programme({
        values: valuesWith(left),
        items: [item('a'), inclusion('x', by)],
        playlists: [playlist('x', [item('soup', dish)], [line('text')])],
      })
    const never = { until: Number.POSITIVE_INFINITY }
    const told = (held: HeldProgramme) => ['x', 'soup'].map((id) => why(held, TUESDAY_TEN, id))
    expect(told(of(4, { condition: soldOut() }, {}))).toEqual([
      { reason: 'unmet', by: 'itself', ...never },
      { reason: 'unmet', by: 'inclusion', ...never },
    ])
    expect(explainAt(of(4, { condition: soldOut() }, {}), TUESDAY_TEN).lines.get(LineId.parse('text'))).toEqual({
      reason: 'unmet',
      by: 'inclusion',
      ...never,
    })
    expect(told(of(4, {}, { condition: soldOut() }))).toEqual([
      { reason: 'unmet', by: 'contents', ...never },
      { reason: 'unmet', by: 'itself', ...never },
    ])
    expect(told(of(0, {}, { condition: soldOut() })).map((one) => one?.reason)).toEqual(['in-loop', 'in-loop'])
    const noon = between('12:00', '13:00')
    expect(why(of(4, {}, { condition: soldOut(), schedule: noon }), TUESDAY_TEN, 'soup')?.reason).toBe('unmet')
    const past: Schedule = { until: '2026-11-01T00:00' }
    expect(why(of(4, {}, { condition: soldOut(), schedule: past }), TUESDAY_TEN, 'soup')?.reason).toBe('over')
  })

  const why = (of: HeldProgramme, now: number, id: string, screens?: Parameters<typeof explainAt>[2]) =>
    explainAt(of, now, screens).items.get(ItemId.parse(id))

  it('counts the seconds to the next showing, across a boundary', () => {
    const of = programme({
      items: [item('a'), item('b'), item('lunch', { schedule: between('12:00', '13:00') }), item('c')],
    })
    expect(why(of, TUESDAY_TEN + 3_000, 'a')).toEqual({
      reason: 'on',
      until: TUESDAY_TEN + 10_000,
      again: TUESDAY_TEN + 30_000,
    })
    expect(why(of, TUESDAY_TEN + 3_000, 'c')).toMatchObject({ reason: 'in-loop', startsAt: TUESDAY_TEN + 20_000 })
    // Two seconds before noon the loop of after noon decides.
    const noon = at10(12)
    expect(why(of, noon - 2_000, 'b')).toMatchObject({ reason: 'in-loop', startsAt: noon + 10_000 })
    expect(why(of, noon - 2_000, 'c')).toMatchObject({ reason: 'on', until: noon, again: noon + 30_000 })
    expect(why(of, noon - 2_000, 'lunch')).toEqual({ reason: 'off', by: 'itself', startsAt: noon })
    expect(why(of, at10(13) - 1, 'lunch')).toMatchObject({ reason: 'in-loop', startsAt: undefined, until: at10(13) })
  })

  it('the only item stays until its schedule ends', () => {
    const of = programme({ items: [item('a', { schedule: between('09:00', '12:00') })] })
    expect(why(of, TUESDAY_TEN + 3_000, 'a')).toEqual({ reason: 'on', until: at10(12), again: undefined })
  })

  it('the explanation of an inclusion follows from its entries, or from its own switch and schedule', () => {
    const of = (more: Partial<Item>, items: Item[], lines: Line[] = []) =>
      programme({ items: [item('a'), inclusion('x', more)], playlists: [playlist('x', items, lines)] })
    const dish = (id: string, more: Partial<Item> = {}) => item(id, more)
    expect(why(of({}, [dish('soup'), dish('fish')]), TUESDAY_TEN, 'x')).toMatchObject({
      reason: 'in-loop',
      startsAt: TUESDAY_TEN + 10_000,
    })
    expect(why(of({ visible: false }, [dish('soup')]), TUESDAY_TEN, 'x')).toEqual({ reason: 'hidden', by: 'itself' })
    expect(why(of({ visible: false }, [dish('soup')]), TUESDAY_TEN, 'soup')).toEqual({
      reason: 'hidden',
      by: 'inclusion',
    })
    const noon = between('12:00', '13:00')
    const off = { reason: 'off', startsAt: at10(12) }
    expect(why(of({ schedule: noon }, [dish('soup')]), TUESDAY_TEN, 'x')).toEqual({ ...off, by: 'itself' })
    expect(why(of({ schedule: noon }, [dish('soup')]), TUESDAY_TEN, 'soup')).toEqual({ ...off, by: 'inclusion' })
    expect(why(of({}, [dish('soup', { schedule: noon })]), TUESDAY_TEN, 'x')).toEqual({ ...off, by: 'contents' })
    expect(why(of({}, [dish('soup', { visible: false })]), TUESDAY_TEN, 'x')).toEqual({ reason: 'empty' })
    expect(why(of({}, [], [line('text')]), TUESDAY_TEN, 'x')).toMatchObject({ reason: 'on' })
    const evening = of({ schedule: noon }, [dish('soup', { schedule: between('18:00', '19:00') })])
    expect(why(evening, TUESDAY_TEN, 'soup')).toEqual({ reason: 'never' })
  })

  it('names the one that is alone: itself, or the inclusion that is marked', () => {
    const alone: Schedule = { ...between('09:00', '14:00'), alone: true }
    const waits = (of: HeldProgramme) => why(of, TUESDAY_TEN, 'a')
    expect(waits(programme({ items: [item('a'), item('open', { schedule: alone })] }))).toEqual({
      reason: 'aside',
      alone: { id: 'open', from: undefined },
      until: at10(14),
    })
    const marked = (by: Partial<Item>, dish: Partial<Item>) =>
      programme({ items: [item('a'), inclusion('x', by)], playlists: [playlist('x', [item('soup', dish)])] })
    expect(waits(marked({ schedule: alone }, {}))).toMatchObject({ alone: { id: 'x', from: undefined } })
    expect(waits(marked({}, { schedule: alone }))).toMatchObject({ alone: { id: 'soup', from: 'x' } })
  })

  it('counts the screens that cannot show it, of what they should show alone', () => {
    const of = programme({
      items: [item('a'), item('film', { url: 'https://example.org/a.mp4' }), item('off', { visible: false })],
    })
    const id = ItemId.parse
    const screens = [
      { broken: [id('film'), id('off')], full: true },
      { broken: [], full: false },
      { broken: [id('film')], full: false },
    ]
    expect(why(of, TUESDAY_TEN, 'film', screens)?.onScreens).toEqual({ trouble: 'broken', count: 2, of: 3 })
    expect(why(of, TUESDAY_TEN, 'a', screens)?.onScreens).toEqual({ trouble: 'no-room', count: 1, of: 3 })
    expect(why(of, TUESDAY_TEN, 'off', screens)).toEqual({ reason: 'hidden', by: 'itself' })
    expect(why(of, TUESDAY_TEN, 'a')?.onScreens).toBeUndefined()
  })
})

describe('entries that a take-over covers', () => {
  const cover = (more: Partial<Cover> = {}): Cover => ({
    id: TakeOverId.parse('fire'),
    name: 'Fire',
    drill: false,
    isLine: false,
    startsAt: at10(9),
    endsAt: at10(11),
    ...more,
  })
  const held = { items: [item('a'), item('b'), item('c', { visible: false })], lines: [line('x')] }
  const reasons = (covers: Cover[], now = TUESDAY_TEN) => {
    const { items, lines, until } = explainAt(programme({ ...held, covers }), now)
    return { all: [...items.values(), ...lines.values()].map(({ reason }) => reason), until }
  }

  it('[TO1] [TM2] everything that would be seen, and the texts as well; what is hidden stays so', () => {
    const { all, until } = reasons([cover()])
    expect(all).toEqual(['covered', 'covered', 'hidden', 'covered'])
    expect(until).toBeLessThanOrEqual(at10(11))
    expect(explainAt(programme({ ...held, covers: [cover()] }), TUESDAY_TEN).items.get(ItemId.parse('a'))).toEqual({
      reason: 'covered',
      by: cover(),
      until: at10(11),
    })
    expect(reasons([cover()], at10(11)).all).toEqual(['on', 'in-loop', 'hidden', 'on'])
  })

  it('[TO1] [TM2] a text that takes over covers the texts alone', () => {
    expect(reasons([cover({ isLine: true })]).all).toEqual(['on', 'in-loop', 'hidden', 'covered'])
  })

  it('[TO1] [TM2] of several take-overs the one on the screens is named: a real one before a drill, the later of two alike', () => {
    const drill = cover({ id: TakeOverId.parse('drill'), drill: true, startsAt: at10(9.5) })
    const later = cover({ id: TakeOverId.parse('later'), startsAt: at10(9.2), endsAt: at10(10.5) })
    const by = (covers: Cover[]) => {
      const why = explainAt(programme({ ...held, covers }), TUESDAY_TEN).items.get(ItemId.parse('a'))
      return why?.reason === 'covered' ? why.by.id : undefined
    }
    expect([by([cover(), drill]), by([cover(), later]), by([drill])]).toEqual(['fire', 'later', 'drill'])
  })

  it('[TO1] [TM2] a playlist that it covers says so once', () => {
    const covers = [cover()]
    const includes = programme({ items: [inclusion('p')], playlists: [playlist('p', [item('q')])], covers })
    expect(explainAt(includes, TUESDAY_TEN).items.get(ItemId.parse('p'))?.reason).toBe('covered')
  })
})
