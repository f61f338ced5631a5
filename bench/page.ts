import { barOf, type Goal, shown, verdictOf } from './goals.ts'
import type { Section } from './part.ts'
import type { PartName } from './part-names.ts'
import { PEERS } from './peers.ts'
import { WORDS } from './report.ts'
import { type Column, markdownTable } from './table.ts'

const COLUMNS: readonly Column<Goal>[] = [
  { title: 'figure', isText: true, of: ({ what }) => what },
  { title: 'Placard', of: ({ value, unit }) => (value === undefined ? '—' : `${shown(value)} ${unit}`) },
  { title: 'goal', of: barOf },
  {
    title: '',
    isText: true,
    of: (goal) => verdictOf(goal) + (goal.noisy && goal.value !== undefined ? ', noisy' : ''),
  },
]

/**
 * The page of results: the goals first, then every measurement.
 *
 * @param missing the parts that have not been measured yet
 */
export function resultsPage(sections: readonly Section[], missing: readonly PartName[]): string {
  const goals = sections.flatMap((section) => section.goals)
  return `# How fast the server is

Made by \`npm run bench\`, which wants a machine that does nothing else; the .json files beside this have every figure. [The player](player.md) has a page of its own. Servers and what
listens to them share the processors. Compare ratios: another machine has other milliseconds.

## What it is held to

${markdownTable(COLUMNS, goals)}
${missing.length > 0 ? `\nNot measured yet: ${missing.join(', ')}.\n` : ''}
${WORDS}

${[...sections.map(({ markdown }) => markdown), PEERS].join('\n\n')}
`
}
