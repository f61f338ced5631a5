import type { Goal } from './goals.ts'
import type { Options } from './options.ts'
import type { PartName } from './part-names.ts'
import type { Machine } from './report.ts'

/** The settings of a measurement. */
export type Surroundings = {
  options: Options
  /** A port that no server has had yet. */
  nextPort(): number
  /** One line for whoever waits. */
  tell(line: string): void
}

/** The result of a measurement, as its file in results/ keeps it. */
export type Kept<Results> = Results & { measuredAt: string; machine: Machine }

/** Its page for people. */
export type Section = {
  /** Markdown that begins with a heading of the second level. */
  markdown: string
  /** The table alone, for a terminal. */
  terminal: string
  goals: Goal[]
  /** Pictures that the Markdown shows, by name of their file. */
  pictures?: Record<string, string>
}

export type Part = {
  name: PartName
  measure(surroundings: Surroundings): Promise<object>
  section(kept: unknown): Section
}

/** @param part.section is only ever given what `measure` gave, with when and where */
export function definePart<Results extends object>(part: {
  name: PartName
  measure(surroundings: Surroundings): Promise<Results>
  section(kept: Kept<Results>): Section
}): Part {
  return { ...part, section: (kept) => part.section(kept as Kept<Results>) }
}

/** The line below a table: what it was measured on. */
export function measuredOn({ machine, measuredAt }: Kept<object>): string {
  const { processors, model, memoryGiB, system, node } = machine
  return `${processors} × ${model}, ${memoryGiB} GiB, ${system}, Node ${node}, ${measuredAt.slice(0, 10)}.`
}
