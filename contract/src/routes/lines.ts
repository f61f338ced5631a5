import { LineChanged, Removed } from '../changed.ts'
import { SCHEDULE_ERRORS } from '../error.ts'
import { LineId } from '../id.ts'
import { CreateLine, UpdateLine } from '../line.ts'
import { Move } from '../move.ts'
import { DISPLAY, display } from './address.ts'
import type { DetailsOf, Routes } from './shape.ts'

const line = display.extend({ lineId: LineId })

export const LINE_ROUTES = {
  createLine: {
    method: 'POST',
    path: `${DISPLAY}/lines`,
    access: 'editor',
    params: display,
    body: CreateLine,
    response: LineChanged,
    status: 201,
  },
  updateLine: {
    method: 'PATCH',
    path: `${DISPLAY}/lines/:lineId`,
    access: 'editor',
    params: line,
    body: UpdateLine,
    response: LineChanged,
    status: 200,
    ifMatch: 'required',
  },
  moveLine: {
    method: 'POST',
    path: `${DISPLAY}/lines/:lineId/move`,
    access: 'editor',
    params: line,
    body: Move(LineId),
    response: LineChanged,
    status: 200,
  },
  removeLine: {
    method: 'DELETE',
    path: `${DISPLAY}/lines/:lineId`,
    access: 'editor',
    params: line,
    response: Removed,
    status: 200,
    ifMatch: 'optional',
  },
} as const satisfies Routes

export const LINE_DETAILS = {
  createLine: {
    tag: 'Ticker',
    summary: 'Adds a text to the end of the ticker.',
    errors: ['text-missing', 'too-many-lines', ...SCHEDULE_ERRORS],
    takes: ['Idempotency-Key'],
  },
  updateLine: {
    tag: 'Ticker',
    summary: 'Changes a text of the ticker.',
    errors: ['text-missing', ...SCHEDULE_ERRORS],
    takes: ['Idempotency-Key'],
  },
  moveLine: {
    tag: 'Ticker',
    summary: 'Moves a text to another place in the ticker.',
    errors: [],
    takes: ['Idempotency-Key'],
  },
  removeLine: {
    tag: 'Ticker',
    summary: 'Removes a text from the ticker.',
    errors: [],
    takes: ['Idempotency-Key'],
  },
} as const satisfies DetailsOf<typeof LINE_ROUTES>
