import { onProgramme } from '../../platform/routes/address.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { AdviceFacts, LeaveAdvice } from '../advice.ts'

export const ADVICE_ROUTES = {
  /** The data that advice on a programme depends on. The advice itself is computed by pure rules (`playback/src/advice/`). */
  getAdviceFacts: {
    method: 'GET',
    ...onProgramme('/advice', {}),
    access: 'viewer',
    /** `glasses` has the same content as `screens`. It is the former name, and goes with the next major version. */
    response: AdviceFacts.extend({ glasses: AdviceFacts.shape.screens }),
  },
  /** Dismisses one piece of advice on one thing, or restores it. Applies to all users. */
  leaveAdvice: {
    method: 'POST',
    ...onProgramme('/advice/left', {}),
    access: 'editor',
    body: LeaveAdvice,
    response: 'none',
  },
} as const satisfies Routes

export const ADVICE_DETAILS = {
  getAdviceFacts: {
    summary: 'Returns the size and the viewing distance of the screens, which advice on a programme is based on.',
    errors: [],
  },
  leaveAdvice: {
    summary: 'Dismisses one finding about one item or line.',
    errors: ['item-not-found'],
  },
} as const satisfies DetailsOf<typeof ADVICE_ROUTES>
