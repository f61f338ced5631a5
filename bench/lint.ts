import {
  type AdviceFacts,
  type Item,
  MAX_HEADING_CHARACTERS,
  MAX_LINE_CHARACTERS,
  MAX_LINES_PER_DISPLAY,
  MAX_NOTICE_CHARACTERS,
  type Notice,
  type Programme,
} from '@placard/contract'
import { type AdviceContent, adviceKnown, findingsOf, lookOver } from '@placard/playback'
import { definePart, measuredOn } from './part.ts'
import { percentile } from './percentile.ts'
import { type Column, count, markdownTable, terminalTable } from './table.ts'

const KEYS = 2_000
const LOOKS = 20
/** The greatest number of the longest notices on one display: MAX_NOTICE_BYTES_PER_DISPLAY. */
const NOTICES = 80
/** Three weeks after the dates in the text. */
const NOW = Date.UTC(2026, 11, 11, 12)
const PLACE = { zoneOffsets: [[0, 0]] as [number, number][], language: 'en' }
/** A text that every rule has to process. */
const WORDS = 'EXAM IN THE LARGE HALL ON MONDAY, 20 November: bring your pens, {time} الاثنين ٢٠ نوفمبر. '

const KINDS = ['floor', 'notice', 'line', 'whole display'] as const
type Kind = (typeof KINDS)[number]
type Figures = { kind: Kind; ms: number[] }
type Results = { figures: Figures[] }

const p50 = ({ ms }: Figures) => percentile(ms, 0.5)
const p99 = ({ ms }: Figures) => percentile(ms, 0.99)

/** The time of all rules after each key that a user types, beside one pass over the same text in the same run. */
export const lint = definePart<Results>({
  name: 'lint',
  async measure({ tell }) {
    // The first run of each is for the compiler.
    for (const kind of KINDS) figuresOf(kind)
    const figures = KINDS.map(figuresOf)
    for (const one of figures) tell(`${one.kind} · p50 ${p50(one).toFixed(3)} ms · p99 ${p99(one).toFixed(3)} ms`)
    return { figures }
  },
  section(kept) {
    const floor = kept.figures.find(({ kind }) => kind === 'floor')
    const columns: Column<Figures>[] = [
      { title: 'content', isText: true, of: ({ kind }) => kind },
      { title: 'p50 ms', of: (one) => p50(one).toFixed(3) },
      { title: 'p99 ms', of: (one) => p99(one).toFixed(3) },
      { title: '× floor', of: (one) => (floor ? (p50(one) / p50(floor)).toFixed(1) : '') },
    ]
    const markdown = `## Advice while typing

${markdownTable(columns, kept.figures)}

- All rules of \`playback/src/advice/\` after each of ${count(KEYS)} keys, typed at the end of the longest heading, text and byline that a **notice** may have, and of the longest **line**. **floor**: converting that notice to lower case and splitting it into words by the engine, which any rule about words needs. **whole display**: ${count(NOTICES)} such notices and ${count(MAX_LINES_PER_DISPLAY)} such lines, checked ${LOOKS} times.

${measuredOn(kept)}`
    const of = (kind: Kind) => kept.figures.find((one) => one.kind === kind)
    const [notice, line] = [of('notice'), of('line')]
    return {
      markdown,
      terminal: terminalTable(columns, kept.figures),
      goals: [
        { what: 'advice after a key in the longest notice, p99', value: notice && p99(notice), limit: 16 },
        { what: 'advice after a key in the longest line, p99', value: line && p99(line), limit: 16 },
      ].map((goal) => ({ ...goal, unit: 'ms' as const, noisy: false })),
    }
  },
})

function figuresOf(kind: Kind): Figures {
  if (kind === 'whole display') {
    const programme = fullProgramme()
    return {
      kind,
      ms: timesOf(LOOKS, () => lookOver(programme, FACTS, { now: NOW, language: 'en', widthOf: () => 9_000 })),
    }
  }
  const known = adviceKnown({ dwellSeconds: 30 }, FACTS, NOW, PLACE)
  if (kind === 'line') return { kind, ms: timesOf(KEYS, (key) => findingsOf(lineAfter(key), known)) }
  if (kind === 'notice') return { kind, ms: timesOf(KEYS, (key) => findingsOf(noticeAfter(key), known)) }
  const words = new Intl.Segmenter('en', { granularity: 'word' })
  return {
    kind,
    ms: timesOf(KEYS, (key) => {
      const { heading, body, byline } = wordsAfter(key)
      let found = 0
      for (const { isWordLike } of words.segment(`${heading}\n${body}\n${byline}`.toLowerCase()))
        if (isWordLike) found += 1
      return found
    }),
  }
}

function timesOf(times: number, run: (index: number) => unknown): number[] {
  return Array.from({ length: times }, (_, index) => {
    const startedAt = performance.now()
    run(index)
    return performance.now() - startedAt
  })
}

/** A text of this many characters whose last one changes with each key. */
const filled = (characters: number, key: number) =>
  WORDS.repeat(Math.ceil(characters / WORDS.length)).slice(0, characters - 1) + String.fromCharCode(97 + (key % 26))

const wordsAfter = (key: number): Notice => ({
  look: 'paper',
  heading: filled(MAX_HEADING_CHARACTERS, key),
  body: filled(MAX_NOTICE_CHARACTERS, key),
  byline: filled(MAX_HEADING_CHARACTERS, key),
})
const noticeAfter = (key: number): AdviceContent => ({
  of: 'item',
  item: { type: 'notice', visible: true, duration: 5, notice: wordsAfter(key) },
})
const lineAfter = (key: number): AdviceContent => ({
  of: 'line',
  line: { text: filled(MAX_LINE_CHARACTERS, key) },
  widthPx: 9_000,
})

const FACTS: AdviceFacts = {
  screens: [{ diagonalInches: 55, distanceCm: 400, widthPx: 1920, heightPx: 1080 }],
  isSilent: false,
  filmlessZones: [],
  colour: '#1a5fb4',
  files: [],
  left: [],
  typed: [],
}

function fullProgramme(): Programme {
  const items = Array.from({ length: NOTICES }, (_, index) => ({
    id: `item-${index}`,
    title: 'Exam',
    url: 'about:blank',
    type: 'notice',
    visible: true,
    playable: true,
    duration: 5,
    uploadDate: 0,
    notice: wordsAfter(index),
    position: String(index),
    revision: 1,
  }))
  const lines = Array.from({ length: MAX_LINES_PER_DISPLAY }, (_, index) => ({
    id: `line-${index}`,
    text: filled(MAX_LINE_CHARACTERS, index),
    position: String(index),
    revision: 1,
  }))
  return {
    id: 'hall',
    dwellSeconds: 30,
    language: 'en',
    zoneOffsets: [[0, 0]],
    loopStartedAt: 0,
    items: items as unknown as Item[],
    lines,
    playlists: [],
  } as unknown as Programme
}
