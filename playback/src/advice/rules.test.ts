import {
  ADVICE_RULES,
  type AdviceFile,
  type AdviceRule,
  type Item,
  type ManifestBoard,
  MediaId,
  NOTICE_LOOKS,
  type Notice,
  type ScreenSize,
} from '@placard/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leastLetters, readFromMetres } from './letters.ts'
import { type AdviceContent, type AdviceKnown, type AdvisedItem, findingOf, findingsOf } from './rules.ts'

/** A Thursday. */
const NOW = Date.UTC(2026, 10, 26, 12)
const SCREEN: ScreenSize = { diagonalInches: 55, distanceCm: 400, widthPx: 1920, heightPx: 1080 }
const KNOWN: AdviceKnown = {
  screens: [SCREEN],
  isSilent: false,
  filmlessZones: [],
  colour: undefined,
  now: NOW,
  place: { zoneOffsets: [[0, 0]], language: 'en' },
  dwellMs: 30_000,
}
const FILE: AdviceFile = { id: MediaId.parse('one'), width: 1920, height: 1080, isDescribed: true }

const noticeOf = (words: Partial<Notice>): Notice => ({ look: 'paper', heading: '', body: '', byline: '', ...words })
const item = (
  more: Partial<AdvisedItem>,
  rest: Partial<Extract<AdviceContent, { of: 'item' }>> = {},
): AdviceContent => ({
  of: 'item',
  item: { type: 'image', visible: true, ...more },
  ...rest,
})
const notice = (words: Partial<Notice>, more: Partial<AdvisedItem> = {}, rest = {}) =>
  item({ type: 'notice', notice: noticeOf(words), duration: 60, ...more }, rest)
const line = (text: string, more: object = {}): AdviceContent => ({ of: 'line', line: { text }, ...more })
const rulesIn = (content: AdviceContent, known = KNOWN) => findingsOf(content, known).map(({ rule }) => rule)
const find = <Rule extends AdviceRule>(rule: Rule, content: AdviceContent, known = KNOWN) =>
  findingOf(rule, content, known)

/** The content with the fix applied, as a form or a call would do it. */
function mended(content: AdviceContent, rule: AdviceRule, known = KNOWN): AdviceContent {
  const mend = findingOf(rule, content, known)?.mend
  if (mend?.of === 'item' && content.of === 'item')
    return { ...content, item: { ...content.item, ...(mend.change as Partial<Item>) } }
  if (mend?.of === 'line' && content.of === 'line')
    return { ...content, line: { ...content.line, ...(mend.change as { text?: string }) } }
  throw new Error(`${rule} has no mend of its own`)
}

describe('[LT1] letters', () => {
  it('have to be a two hundredth of the distance high, in their capitals', () => {
    expect(leastLetters(SCREEN) * 1080).toBeCloseTo(44.06, 1)
    expect(leastLetters({ ...SCREEN, distanceCm: 800 })).toBeCloseTo(2 * leastLetters(SCREEN))
    expect(leastLetters({ ...SCREEN, diagonalInches: 110 })).toBeCloseTo(leastLetters(SCREEN) / 2)
    // The same size on an upright screen.
    expect(leastLetters({ ...SCREEN, widthPx: 1080, heightPx: 1920 })).toBeCloseTo(leastLetters(SCREEN))
    expect(readFromMetres(leastLetters(SCREEN), SCREEN)).toBeCloseTo(4)
  })

  it('are told by how they stand on the screen, and guessed where nobody knows', () => {
    const words = { heading: 'Exam', body: 'In the large hall' }
    expect(find('letters', notice(words))).toBeUndefined()
    expect(find('letters', notice(words, {}, { stand: { smallest: 0.036, fits: true } }))).toMatchObject({
      figures: { metres: 3.5, wanted: 4, inches: 55 },
      mend: { of: 'hand', where: 'words' },
    })
    expect(find('letters', notice({ body: 'Many words that nobody reads in passing. '.repeat(24) }))).toBeDefined()
    const far = { ...KNOWN, screens: [SCREEN, { ...SCREEN, distanceCm: 2_000 }] }
    expect(find('letters', notice(words), far)).toMatchObject({ figures: { wanted: 20 } })
  })

  it('[LY10] in a zone are measured in its true size, whatever a preview of the whole screen says', () => {
    const words = { heading: 'Fish soup', body: 'With bread and a small salad\nUntil two in the afternoon' }
    const stand = { smallest: 0.09, fits: true }
    const bar: AdviceKnown = { ...KNOWN, screens: [{ ...SCREEN, zone: { width: 20, height: 100 } }] }
    const half: AdviceKnown = { ...KNOWN, screens: [{ ...SCREEN, zone: { width: 75, height: 100 } }] }
    expect(find('letters', notice(words, {}, { stand }))).toBeUndefined()
    expect(find('letters', notice(words, {}, { stand }), half)).toBeUndefined()
    expect(find('letters', notice(words, {}, { stand }), bar)).toMatchObject({
      figures: { wanted: 4, inches: 55, isInZone: true },
    })
    // The same letters are large enough for people who stand nearer.
    const near = { ...bar, screens: bar.screens.map((screen) => ({ ...screen, distanceCm: 250 })) }
    expect(find('letters', notice(words, {}, { stand }), near)).toBeUndefined()
    // Of several screens the one with the small zone counts, although all are alike.
    expect(find('letters', notice(words, {}, { stand }), { ...bar, screens: [SCREEN, ...bar.screens] })).toBeDefined()
  })

  it('[LY10] a picture and a page are measured in their zone as well', () => {
    const wide = item({}, { file: { ...FILE, width: 480, height: 270 } })
    expect(find('small-picture', wide)).toBeDefined()
    const quarter: AdviceKnown = { ...KNOWN, screens: [{ ...SCREEN, zone: { width: 50, height: 50 } }] }
    expect(find('small-picture', wide, quarter)).toBeUndefined()
    const bar: AdviceKnown = { ...KNOWN, screens: [{ ...SCREEN, zone: { width: 25, height: 100 } }] }
    expect(find('picture-shape', wide)).toBeUndefined()
    expect(find('picture-shape', wide, bar)).toMatchObject({ figures: { isCut: false } })
    const pages = [{ width: 764, height: 1080, letters: 11 / 842, words: 0 }]
    const deck = item({ type: 'deck' }, { file: { ...FILE, pages } })
    expect(find('page-letters', deck, quarter)).toMatchObject({ figures: { px: 7 } })
  })

  it('[LY5] a film in a zone that may not play films is said, with what is shown in its place', () => {
    const filmlessZones = [{ display: 'Hall', number: 2, filmsPlayIn: 1 }]
    const film = { lengthMs: 9_000, codec: '', format: 'h264' as const, sound: false, poster: true }
    const known = { ...KNOWN, filmlessZones }
    expect(find('film-in-zone', item({ type: 'video', film }), known)).toMatchObject({
      figures: { ...filmlessZones[0], hasPoster: true },
    })
    expect(find('film-in-zone', item({ type: 'youtube' }), known)).toMatchObject({ figures: { hasPoster: false } })
    expect(find('film-in-zone', item({}), known)).toBeUndefined()
    expect(find('film-in-zone', item({ type: 'video', film }))).toBeUndefined()
  })

  it('of an A4 page are 14 px high on a screen that lies', () => {
    const pages = [{ width: 764, height: 1080, letters: 11 / 842, words: 0 }]
    const deck = item({ type: 'deck' }, { file: { ...FILE, pages } })
    expect(find('page-letters', deck)).toMatchObject({ figures: { px: 14, metres: 1.2, wanted: 4, pages: 1 } })
    const left = item({ type: 'deck', deck: { without: [1], seconds: [] } }, { file: { ...FILE, pages } })
    expect(find('page-letters', left)).toBeUndefined()
    const large = item(
      { type: 'deck' },
      { file: { ...FILE, pages: [{ ...pages[0], letters: 0.05, words: 0 } as never] } },
    )
    expect(find('page-letters', large)).toBeUndefined()
  })

  it('say one thing at a time: what is not seen at all is not small as well', () => {
    const long = { body: 'One\nTwo\nThree\nFour\nFive\nSix\nSeven' }
    expect(rulesIn(notice(long, {}, { stand: { smallest: 0.035, fits: false } }))).toEqual(['overflow'])
    expect(rulesIn(notice(long, {}, { stand: { smallest: 0.035, fits: true } }))).toEqual(['letters'])
    expect(rulesIn(notice(long, {}, { stand: { smallest: 0.09, fits: true } }))).toEqual(['many-lines'])
  })
})

describe('[LT1] colours', () => {
  it('of every look stand out, whatever the organisation’s', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NOTICE_LOOKS), fc.integer({ min: 0, max: 0xffffff }), (look, number) => {
        const colour = `#${number.toString(16).padStart(6, '0')}`
        const content = notice({ look, heading: 'Exam', body: 'Hall B', byline: 'Office' })
        expect(find('contrast', content, { ...KNOWN, colour })).toBeUndefined()
      }),
    )
  })
})

describe('[LT1] days', () => {
  it.each([
    ['Exam on 20 November', 20],
    ['Exam on November 20, 2026', 20],
    ['Exam: 2026-11-20', 20],
    ['Prüfung am 20.11.2026', 20],
    ['Prüfung am 20.11. um 8 Uhr', 20],
    ['From 16 November until 20 November', 20],
    ['الامتحان يوم ٢٠ نوفمبر', 20],
    ['الامتحان ٢٠ تشرين الثاني ٢٠٢٦', 20],
    ['考试 11月20日', 20],
  ])('%s is over', (text, day) => {
    expect(find('date-over', line(text))).toMatchObject({ figures: { day: Date.UTC(2026, 10, day) / 86_400_000 } })
  })

  it.each([
    'Exam on 26 November',
    'Exam on 3 December',
    'Exam on 12 January',
    '20 November to 4 December',
    'Since 20 November 2026 in hall B',
    'From 20 November the canteen is open',
    'Founded on 20 November 1926',
    '{days until 2026-11-20} days',
    'Room 20, November 2026',
    'Doors 8:20 November Hall',
    'It costs 3.50. Thank you',
    'Call 20/11',
    '32 November',
    'منذ ٢٠ نوفمبر',
  ])('%s is not', (text) => {
    expect(find('date-over', line(text))).toBeUndefined()
  })

  it('of the display’s own language are known by the engine', () => {
    const in_ = (language: string) => ({ ...KNOWN, place: { ...KNOWN.place, language } })
    expect(find('date-over', line('Examen le 20 novembre'), in_('fr'))).toBeDefined()
    expect(find('date-over', line('Экзамен 20 ноября'), in_('ru'))).toBeDefined()
    expect(find('weekday', line('Экзамен в понедельник'), in_('ru'))).toBeDefined()
    expect(find('weekday', line('Prüfung Montag 8 Uhr'), in_('de'))).toMatchObject({ figures: { weekdays: [1] } })
    expect(find('weekday', line('考试：星期一'), in_('zh'))).toMatchObject({ figures: { weekdays: [1] } })
    // A language that the engine does not know counts as not set.
    expect(find('date-over', line('Exam on 20 November'), in_('xx-nowhere-zz'))).toBeDefined()
  })

  it('says Monday and it is Thursday', () => {
    expect(find('weekday', line('Exam on Monday in hall B'))).toMatchObject({
      figures: { weekdays: [1] },
      mend: { of: 'line', change: { schedule: { days: [1] } } },
    })
    expect(find('weekday', line('الامتحان يوم الاثنين'))).toMatchObject({ figures: { weekdays: [1] } })
    expect(find('weekday', line('الامتحان يوم الإثنين'))).toMatchObject({ figures: { weekdays: [1] } })
  })

  it.each([
    ['it is that day', 'Exam on Thursday'],
    ['it is nearer than it was', 'Exam on Saturday'],
    ['it is about every week', 'Chess every Monday'],
    ['it is about every week, as people write it', 'Chess on Mondays'],
    ['it is about every week, in Arabic', 'شطرنج كل يوم اثنين والاثنين'],
    ['it is a span', 'Open Monday to Friday'],
    ['it began on that day', 'From Monday the canteen opens at 8'],
    ['it tells what was', 'Thanks for coming last Tuesday'],
    ['it is a name', 'Ask Ms Monday'],
    ['it is a timetable', 'Monday soup, Tuesday fish, Wednesday rice'],
    ['a date says more', 'Monday, 30 November'],
    ['it is no word of its own', 'Mondayish'],
  ])('no alarm where %s', (_, text) => {
    expect(find('weekday', line(text))).toBeUndefined()
  })

  it('no alarm for a weekly schedule, nor for what was typed since', () => {
    expect(find('weekday', { of: 'line', line: { text: 'Soup on Monday', schedule: { days: [1] } } })).toBeUndefined()
    const typedAt = Date.UTC(2026, 10, 25)
    expect(find('weekday', notice({ heading: 'Exam on Monday' }, {}, { typedAt }))).toBeUndefined()
    expect(
      find('weekday', notice({ heading: 'Exam on Monday' }, {}, { typedAt: typedAt - 5 * 86_400_000 })),
    ).toBeDefined()
  })

  it('go by the clock at the display', () => {
    const late = (now: number) => ({
      ...KNOWN,
      now,
      place: { ...KNOWN.place, zoneOffsets: [[0, 330]] as [number, number][] },
    })
    expect(find('date-over', line('Exam on 26 November'), late(Date.UTC(2026, 10, 26, 18, 29)))).toBeUndefined()
    expect(find('date-over', line('Exam on 26 November'), late(Date.UTC(2026, 10, 26, 18, 30)))).toBeDefined()
  })
})

describe('[LT1] words in capitals', () => {
  it.each([
    ['EXAM IN HALL B ON MONDAY', 'Exam in hall B on Monday', 5],
    ['Note: ALL STUDENTS MUST LEAVE NOW. THANK YOU', 'Note: all students must leave now. Thank you', 7],
    ['WE ARE OPEN {time} EVERY DAY', 'We are open {time} every day', 5],
    ['PLEASE READ HTTPS://EXAMPLE.ORG/A VERY WELL', 'Please read HTTPS://EXAMPLE.ORG/A very well', 4],
    ['I’M AT THE HR DESK TODAY', 'I’m at the HR desk today', 5],
    ['ВСЕ ЗАЛЫ СЕГОДНЯ ЗАКРЫТЫ', 'Все залы сегодня закрыты', 4],
  ])('%s', (text, quiet, words) => {
    expect(find('shouting', line(text))).toEqual({
      rule: 'shouting',
      figures: { words },
      mend: { of: 'line', change: { text: quiet } },
    })
  })

  it.each([
    'The NASA and ESA and JAXA meet',
    'EXAM IN HALL',
    'CSE ECE EEE IT',
    'BMW, SAP, BASF, ZDF and ARD',
    'Bring HDMI, USB, VGA or DVI',
    'A B C D E F G',
    '2026 2027 2028 2029',
    'الامتحان في القاعة الكبيرة يوم الاثنين',
    '图书馆 今天 关闭 请 明天',
    'Exam in hall B on Monday',
  ])('%s is no shouting', (text) => {
    expect(find('shouting', line(text))).toBeUndefined()
  })

  it('German has large letters of its own, which no program knows: it is said, and mended by hand', () => {
    const german = { ...KNOWN, place: { ...KNOWN.place, language: 'de-AT' } }
    expect(find('shouting', line('BITTE DIE TÜREN GESCHLOSSEN HALTEN'), german)).toEqual({
      rule: 'shouting',
      figures: { words: 5 },
      mend: undefined,
    })
  })

  it('Turkish has letters of its own', () => {
    const turkish = { ...KNOWN, place: { ...KNOWN.place, language: 'tr' } }
    expect(find('shouting', line('BİLİM VE SANAT MERKEZİ KAPI'), turkish)?.mend).toEqual({
      of: 'line',
      change: { text: 'Bilim ve sanat merkezi kapı' },
    })
  })
})

describe('[LT1] time', () => {
  it('of a notice is as long as it is read', () => {
    const words = { body: 'word '.repeat(20).trim() }
    expect(find('too-short', notice(words, { duration: 4 }))).toEqual({
      rule: 'too-short',
      figures: { seconds: 4, more: 6 },
      mend: { of: 'item', change: { duration: 10 } },
    })
    // The player's default of 15 s.
    expect(find('too-short', notice({ body: 'word '.repeat(40) }, { duration: 0 }))).toMatchObject({
      figures: { seconds: 15 },
    })
  })

  it('[DT7] of a board is long enough to find a row', () => {
    const boardOf = (count: number): ManifestBoard => ({
      look: 'plain',
      title: 'Seminars',
      language: 'en',
      columns: [{ name: 'Room', type: 'words' }],
      rows: Array.from({ length: count }, (_, row) => [`Room ${row} beside the library`]),
    })
    const long = item({ type: 'board', contents: boardOf(40), duration: 5 })
    expect(find('too-short', long)).toMatchObject({ figures: { seconds: 5 }, mend: { of: 'item' } })
    expect(find('too-short', mended(long, 'too-short'))).toBeUndefined()
    expect(find('too-short', item({ type: 'board', contents: boardOf(3), duration: 15 }))).toBeUndefined()
  })

  it('[DT7] weather is shown for as long as it takes to read its look', () => {
    const days = item({ type: 'weather', weather: { look: 'days' }, duration: 5 })
    expect(find('too-short', days)).toMatchObject({ figures: { seconds: 5, more: 3 } })
    expect(find('too-short', item({ type: 'weather', weather: { look: 'now' }, duration: 5 }))).toBeUndefined()
  })

  it('of the pages of a deck is each one’s own', () => {
    const page = { width: 1920, height: 1080, letters: null, words: 5 }
    const file = { ...FILE, pages: [page, { ...page, words: 30 }, { ...page, words: 900 }] }
    const content = item(
      { type: 'deck', duration: 10, deck: { without: [], seconds: [{ page: 1, seconds: 9 }] } },
      { file },
    )
    expect(find('too-short', content)).toEqual({
      rule: 'too-short',
      figures: { seconds: 10, more: 50 },
      mend: {
        of: 'item',
        change: {
          deck: {
            without: [],
            seconds: [
              { page: 1, seconds: 9 },
              { page: 2, seconds: 14 },
              { page: 3, seconds: 60 },
            ],
          },
        },
      },
    })
  })

  it('of a line is over when people have gone', () => {
    expect(find('long-line', line('Welcome', { widthPx: 300 }))).toBeUndefined()
    expect(find('long-line', line('x', { widthPx: 12_000 }))).toMatchObject({ figures: { seconds: 46, dwell: 30 } })
  })
})

describe('[LT1] pictures and films', () => {
  it('a picture is no more than twice as large on the screen', () => {
    const of = (width: number, height: number, more: Partial<AdvisedItem> = {}) =>
      find('small-picture', item(more, { file: { ...FILE, width, height } }))
    expect(of(1920, 1080)).toBeUndefined()
    expect(of(960, 540)).toBeUndefined()
    expect(of(480, 270)).toMatchObject({ figures: { times: 4, width: 480, height: 270 } })
    expect(of(900, 540, { fit: 'cover' })).toBeDefined()
  })

  it('a picture of another shape is cut, or leaves the screen to its edges', () => {
    const of = (width: number, height: number, fit: 'cover' | 'contain', known = KNOWN) =>
      find('picture-shape', item({ fit }, { file: { ...FILE, width, height } }), known)
    expect(of(1440, 1080, 'cover')).toBeUndefined()
    expect(of(1080, 1080, 'cover')).toMatchObject({
      figures: { isCut: true },
      mend: { of: 'item', change: { fit: 'contain' } },
    })
    expect(of(1080, 1080, 'contain')).toBeUndefined()
    expect(of(608, 1080, 'contain')).toMatchObject({ figures: { isCut: false }, mend: { of: 'hand', where: 'file' } })
    const upright = { ...KNOWN, screens: [SCREEN, { ...SCREEN, widthPx: 1080, heightPx: 1920 }] }
    expect(of(608, 1080, 'contain', upright)).toBeUndefined()
  })

  it('a film is not heard where a browser lets none be', () => {
    const silent = { ...KNOWN, isSilent: true }
    expect(find('unheard', item({ type: 'video', sound: true }), silent)).toMatchObject({
      mend: { of: 'item', change: { sound: false } },
    })
    expect(find('unheard', item({ type: 'video' }), silent)).toBeUndefined()
    expect(find('unheard', item({ type: 'video', sound: true }))).toBeUndefined()
  })

  it('a missing description is reported, but never for a notice', () => {
    const file = { ...FILE, isDescribed: false }
    expect(find('undescribed', item({}, { file }))).toMatchObject({ mend: { where: 'description' } })
    expect(find('undescribed', { of: 'file', file, kind: 'picture' })).toBeDefined()
    expect(find('undescribed', notice({ heading: 'x' }, {}, { file }))).toBeUndefined()
    expect(find('undescribed', item({}))).toBeUndefined()
  })
})

/** Text as people type it, much of it in capitals, with dates and weekdays. */
const words = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        'EXAM',
        'hall',
        'ON',
        'MONDAY',
        'Monday',
        'الاثنين',
        '20 November',
        '{time}',
        'NASA',
        'B',
        '–',
        '.',
      ),
      fc.constantFrom('{days until 2026-11-20}', 'ÄRZTE', 'ΟΔΟΣ', 'BİLİM', "DON'T", '8:00', 'Straße', 'ﬁne', 'ǅungla'),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(' '))
const contents = fc.oneof(
  fc.record({ heading: words, body: words, byline: words, look: fc.constantFrom(...NOTICE_LOOKS) }).chain((said) =>
    fc
      .record({
        duration: fc.integer({ min: 0, max: 200 }),
        smallest: fc.double({ min: 0.035, max: 0.2, noNaN: true }),
        fits: fc.boolean(),
      })
      .map(({ duration, ...stand }) => notice(said, { duration }, { stand })),
  ),
  words.map((text) => line(text, { widthPx: text.length * 20 })),
  fc
    .record({
      width: fc.integer({ min: 1, max: 4_000 }),
      height: fc.integer({ min: 1, max: 4_000 }),
      isDescribed: fc.boolean(),
      fit: fc.constantFrom('cover' as const, 'contain' as const),
      sound: fc.boolean(),
      type: fc.constantFrom('image' as const, 'video' as const),
    })
    .map(({ fit, sound, type, ...file }) =>
      item({ type, fit, ...(type === 'video' ? { sound } : {}) }, { file: { ...FILE, ...file } }),
    ),
  fc
    .array(fc.record({ words: fc.nat(400), letters: fc.constantFrom(null, 0.01, 0.04) }), {
      minLength: 1,
      maxLength: 9,
    })
    .chain((pages) => fc.nat(90).map((duration) => ({ pages, duration })))
    .map(({ pages, duration }) =>
      item(
        { type: 'deck', duration },
        { file: { ...FILE, pages: pages.map((page) => ({ ...page, width: 764, height: 1080 })) } },
      ),
    ),
)

describe('[LT1] whatever is typed', () => {
  const known = { ...KNOWN, isSilent: true }

  it('a mend ends its finding, changes what it names alone, and makes no new finding', () => {
    fc.assert(
      fc.property(contents, (content) => {
        const before = rulesIn(content, known)
        for (const { rule, mend } of findingsOf(content, known)) {
          if (mend?.of !== 'item' && mend?.of !== 'line') continue
          const after = mended(content, rule, known)
          expect(findingOf(rule, after, known), rule).toBeUndefined()
          const without = (one: AdviceContent) => {
            const fields = one.of === 'line' ? one.line : one.of === 'item' ? one.item : {}
            return Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in mend.change)))
          }
          expect(without(after)).toEqual(without(content))
          const fresh = rulesIn(after, known).filter((one) => !before.includes(one))
          // The other findings on the same topic were hidden by this one.
          expect(
            fresh.every((one) => findingOf(one, content, known) !== undefined),
            `${rule} → ${fresh}`,
          ).toBe(true)
        }
      }),
    )
  })

  it('quiet words are the same words', () => {
    fc.assert(
      fc.property(words, (text) => {
        const mend = findingOf('shouting', line(text), known)?.mend
        if (mend?.of !== 'line') return
        const { text: quiet = '' } = mend.change
        expect(quiet.toLocaleLowerCase('en')).toBe(text.toLocaleLowerCase('en'))
        expect(findingOf('shouting', line(quiet), known)).toBeUndefined()
      }),
    )
  })

  it('of one thing there is one sentence, in one order, and no rule ends in an error', () => {
    fc.assert(
      fc.property(contents, (content) => {
        const rules = rulesIn(content, known)
        expect(new Set(rules).size).toBe(rules.length)
        expect(rules).toEqual(ADVICE_RULES.filter((rule) => rules.includes(rule)))
        const groups = [
          ['overflow', 'letters', 'many-lines', 'page-letters'],
          ['countdown', 'date-over', 'weekday'],
          ['small-picture', 'picture-shape'],
          ['too-short', 'long-line'],
        ]
        for (const group of groups) expect(rules.filter((rule) => group.includes(rule)).length).toBeLessThanOrEqual(1)
      }),
    )
  })
})
