import type { Goal } from './goals.ts'
import type { Options } from './options.ts'
import type { PartName } from './part-names.ts'
import type { Machine } from './report.ts'

/** The settings of a measurement. */
export type Surroundings = {
  options: Options
  /** A port that no server has used yet. */
  nextPort(): number
  /** Prints one line about the progress. */
  tell(line: string): void
}

/** The result of a measurement, as its file in results/ contains it. */
export type Kept<Results> = Results & { measuredAt: string; machine: Machine }

/** The section of the page about a measurement. */
export type Section = {
  /** Markdown that begins with a heading of the second level. */
  markdown: string
  /** Only the table, for a terminal. */
  terminal: string
  goals: Goal[]
  /** Pictures that the Markdown shows, by file name. */
  pictures?: Record<string, string>
}

export type Part = {
  name: PartName
  measure(surroundings: Surroundings): Promise<object>
  section(kept: unknown): Section
}

/** @param part its `section` only receives what its `measure` returned, with time and machine */
export function definePart<Results extends object>(part: {
  name: PartName
  measure(surroundings: Surroundings): Promise<Results>
  section(kept: Kept<Results>): Section
}): Part {
  return { ...part, section: (kept) => part.section(kept as Kept<Results>) }
}

/** The line below a table about time and machine. */
export function measuredOn({ machine, measuredAt }: Kept<object>): string {
  const { processors, model, memoryGiB, system, node } = machine
  return `${processors} × ${model}, ${memoryGiB} GiB, ${system}, Node ${node}, ${measuredAt.slice(0, 10)}.`
}
