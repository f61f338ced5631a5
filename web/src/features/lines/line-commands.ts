import type { Line, LineId, UpdateLine } from '@placard/contract'

/** A change of one line of a display's ticker. */
export type LineCommand =
  /** `neighbour` is the line to swap with, as it was seen: what makes the preview of a move the same, applied once or twice. */
  | { type: 'move'; id: LineId; direction: 'up' | 'down'; neighbour: LineId }
  /** To a place of its own choice: behind that one, or first. */
  | { type: 'place'; id: LineId; after: LineId | null }
  | { type: 'update'; id: LineId; change: UpdateLine; revision: number }
  | { type: 'remove'; id: LineId }

/** The list with a command done, shown while the server is still at it. */
export function withLineCommand(lines: Line[], command: LineCommand): Line[] {
  if (command.type === 'update') {
    return lines.map((line) => (line.id === command.id ? withChange(line, command.change) : line))
  }
  const rest = lines.filter((line) => line.id !== command.id)
  if (command.type === 'remove') return rest
  const moving = lines.find((line) => line.id === command.id)
  if (command.type === 'place') {
    const at = command.after === null ? 0 : rest.findIndex((line) => line.id === command.after) + 1
    return !moving || (command.after !== null && at === 0) ? lines : rest.toSpliced(at, 0, moving)
  }
  const at = rest.findIndex((line) => line.id === command.neighbour)
  if (!moving || at < 0) return lines
  return rest.toSpliced(command.direction === 'up' ? at : at + 1, 0, moving)
}

/** An absent field stays, and a schedule that is null goes. */
function withChange({ schedule: former, ...line }: Line, { text = line.text, schedule = former }: UpdateLine): Line {
  return { ...line, text, ...(schedule ? { schedule } : {}) }
}
