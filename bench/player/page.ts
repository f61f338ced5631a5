import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { composedSection } from './composed-section.ts'
import { layoutsSection } from './layouts-section.ts'
import { madeReadySection } from './made-ready.ts'
import { resultsPage } from './verdict.ts'

const RESULTS = join(import.meta.dirname, '..', 'results')

/** Writes the page about the player again, from the latest measurements. */
export function writePlayerPage(): void {
  const player = kept('player')
  if (!player) return
  const method = readFileSync(join(import.meta.dirname, 'method.md'), 'utf8').trimEnd()
  const layouts = kept('layouts')
  const composed = kept('composed')
  const more = [
    madeReadySection(kept('films'), kept('decks')),
    ...(layouts ? [layoutsSection(layouts)] : []),
    ...(composed ? [composedSection(composed)] : []),
  ]
  const page = resultsPage(player, more.filter((section) => section !== '').join('\n'), method)
  writeFileSync(join(RESULTS, 'player.md'), page)
}

/** @returns undefined when it was never measured */
function kept(name: string) {
  const file = join(RESULTS, `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
