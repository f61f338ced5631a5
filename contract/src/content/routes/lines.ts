import { CONDITION_ERRORS, SCHEDULE_ERRORS } from '../../platform/error.ts'
import { LineId } from '../../platform/id.ts'
import { onProgramme } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { ChangeLines } from '../change-several.ts'
import { LineChanged, LinesChanged, Removed } from '../changed.ts'
import { CreateLine, UpdateLine } from '../line.ts'
import { Move } from '../move.ts'

/** Errors for a lack of room: in the programme itself, or on a display that includes it. */
const FULL = ['too-many-lines', 'display-too-full'] as const

/** Of a text with values of tables. */
const VALUE_ERRORS = ['value-not-found', 'too-many-values'] as const

const line = { lineId: LineId }

export const LINE_ROUTES = {
  createLine: {
    method: 'POST',
    ...onProgramme('/lines', {}),
    access: 'editor',
    body: CreateLine,
    response: LineChanged,
    creates: true,
  },
  updateLine: {
    method: 'PATCH',
    ...onProgramme('/lines/:lineId', line),
    access: 'editor',
    body: UpdateLine,
    response: LineChanged,
    ifMatch: 'required',
  },
  moveLine: {
    method: 'POST',
    ...onProgramme('/lines/:lineId/move', line),
    access: 'editor',
    body: Move(LineId),
    response: LineChanged,
  },
  removeLine: {
    method: 'DELETE',
    ...onProgramme('/lines/:lineId', line),
    access: 'editor',
    response: Removed,
    ifMatch: 'optional',
  },
  /** Changes several lines of a programme in one command. */
  changeLines: {
    method: 'POST',
    ...onProgramme('/lines/changes', {}),
    access: 'editor',
    body: ChangeLines,
    response: LinesChanged,
  },
} as const satisfies Routes

export const LINE_DETAILS = {
  createLine: {
    summary: 'Adds a text to the end of the ticker.',
    errors: ['text-missing', ...VALUE_ERRORS, ...FULL, ...SCHEDULE_ERRORS, ...CONDITION_ERRORS],
    takes: ['Idempotency-Key'],
  },
  updateLine: {
    summary: 'Changes a text of the ticker.',
    errors: ['text-missing', ...VALUE_ERRORS, 'display-too-full', ...SCHEDULE_ERRORS, ...CONDITION_ERRORS],
    takes: ['Idempotency-Key'],
  },
  moveLine: {
    summary: 'Moves a text to another place in the ticker.',
    errors: [],
    takes: ['Idempotency-Key'],
  },
  removeLine: {
    summary: 'Removes a text from the ticker.',
    errors: [],
    takes: ['Idempotency-Key'],
  },
  changeLines: {
    summary: 'Changes, moves, removes or copies several texts at once: all of them or none.',
    errors: [
      'line-not-found',
      'display-not-found',
      'playlist-not-found',
      ...FULL,
      ...SCHEDULE_ERRORS,
      ...CONDITION_ERRORS,
    ],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof LINE_ROUTES>
