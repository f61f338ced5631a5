import type { Kept } from '../part.ts'
import { measuredOn } from '../part.ts'
import { type Row, resultsTable, verdict } from './verdict.ts'

/** The stored figures of `--only films`. */
export type Films = Kept<{
  goals: { conversion: number; copiedBeyondTransferMs: number; checkingMiB: number }
  /** Pictures a second, each the median of its rounds. */
  conversion: { picturesPerSecond: number; decoderAndEncoder: number; encoderAlone: number; ratio: number }
  checking: { aboveRestMiB: number; ms: number }
  copied: { fileBytes: number; ms: number; transferMs: number; beyondMs: number }
}>

/** The stored figures of `--only decks`. */
export type Decks = Kept<{ goalMs: number; pages: number; drawnMs: number; ms: number }>

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

/**
 * The part of the page about files that a browser converts before it sends them. @returns an empty text when none was
 * measured
 */
export function madeReadySection(films: Films | undefined, decks: Decks | undefined): string {
  const rows = [...(films ? filmRows(films) : []), ...(decks ? deckRows(decks) : [])]
  if (rows.length === 0) return ''
  const on = [...(films ? [`Films: ${measuredOn(films)}`] : []), ...(decks ? [`Decks: ${measuredOn(decks)}`] : [])]
  return `## Films and decks, made ready in a browser

Made by \`npm run bench -- --only films\` and \`--only decks\`; films.json and decks.json beside this have every figure.

${resultsTable(rows)}

${rows.flatMap(({ what, note }) => (note ? [`- *${what}*: ${note}`] : [])).join('\n')}

${on.join(' ')}
`
}

function filmRows({ goals, conversion, checking, copied }: Films): Row[] {
  const { picturesPerSecond, decoderAndEncoder, encoderAlone, ratio } = conversion
  const rate = (pictures: number) => `${pictures.toFixed(0)}/s`
  const ours = (share: number) => `${rate(picturesPerSecond)}: ${share.toFixed(2)} ×`
  return [
    {
      what: 'a film converted',
      ours: ours(ratio),
      other: rate(decoderAndEncoder),
      against: 'the browser’s decoder that feeds its encoder',
      bar: `≥ ${goals.conversion} ×`,
      verdict: verdict(Number(ratio.toFixed(2)) >= goals.conversion),
      note: 'pictures a second of a minute of 1280 x 720 at 60, of which half are encoded. The decoder and the encoder beside it have nothing between them: no container is read or written.',
    },
    {
      what: 'a film converted, without what decoding takes',
      ours: ours(picturesPerSecond / encoderAlone),
      other: rate(encoderAlone),
      against: 'the browser’s encoder alone',
      bar: 'none',
      verdict: '—',
      note: 'the encoder gets pictures that lie decoded in memory, which no film does. In software both share the processors, so this is as much about the decoder as about Placard.',
    },
    {
      what: `a film of ${(copied.fileBytes / 2 ** 20).toFixed(0)} MiB sent as it is`,
      ours: seconds(copied.ms),
      other: seconds(copied.transferMs),
      against: 'its bare transfer',
      bar: `≤ ${seconds(goals.copiedBeyondTransferMs)} beyond it`,
      verdict: verdict(copied.beyondMs <= goals.copiedBeyondTransferMs),
      note: `from the drop to the item, ${seconds(copied.beyondMs)} beyond the transfer: it is read, written with its index in front, sent, and read again by the server.`,
    },
    {
      what: '2 GiB of film checked by the server',
      ours: `${checking.aboveRestMiB.toFixed(0)} MiB`,
      other: '0 MiB',
      against: 'the server at rest',
      bar: `≤ ${goals.checkingMiB} MiB`,
      verdict: verdict(checking.aboveRestMiB <= goals.checkingMiB),
      note: `its own memory and that of its processes, at most, while it reads and hashes the film for ${seconds(checking.ms)}.`,
    },
  ]
}

function deckRows({ goalMs, pages, drawnMs, ms }: Decks): Row[] {
  return [
    {
      what: `a PDF of ${pages} pages, from the drop to the item`,
      ours: seconds(ms),
      other: '—',
      against: 'nobody: the browser’s processor is slowed down to a quarter',
      bar: `≤ ${seconds(goalMs)}`,
      verdict: verdict(ms <= goalMs),
      note: `"Add it" could be pressed after ${seconds(drawnMs)}.`,
    },
  ]
}
