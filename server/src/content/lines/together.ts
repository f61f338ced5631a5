import { randomUUID } from 'node:crypto'
import { type ChangeLines, type Line, LineId, type LinesChanged, type ProgrammeKey } from '@placard/contract'
import type { Context } from '../../platform/context.ts'
import { answerLines, changeSeveral, LINES, type Sender, type Several } from '../programmes/service.ts'
import { withChange } from './service.ts'

type Change = Extract<ChangeLines, { do: 'update' }>['change']

const SEVERAL: Several<Line, Change, { lines: Line[] }> = {
  thing: LINES,
  withChange,
  kindOfChange: () => 'lines-changed',
  copyOf: (line) => ({ ...line, id: LineId.parse(randomUUID()) }),
  // A line has no file and includes no playlist, but a changed cell must not miss its values.
  mayInclude: true,
  keep: async () => {},
  requireMayCopy: async () => {},
  answerOf: async (queries, held, lines, now) => ({ lines: await answerLines(queries, held, lines, now) }),
}

/**
 * Runs one command on several lines of a programme: all of them or none.
 *
 * @throws AppError line-not-found, too-many-lines, schedules-too-long and the errors of `changeSeveral`
 */
export function changeLines(
  context: Context,
  sender: Sender,
  key: ProgrammeKey,
  command: ChangeLines,
): Promise<LinesChanged> {
  return changeSeveral(SEVERAL, context, sender, key, command)
}
