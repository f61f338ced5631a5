import { Session } from '../../people/account.ts'
import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { FinishSetup, SetupKey, SetupOffer } from '../setup.ts'

export const SETUP_ROUTES = {
  /**
   * Checks a set-up link without changing anything. It is a POST, so that the token is not in the address. `setup-link-expired`
   * for every token but the newest; `already-set-up` only for the newest.
   */
  readSetup: {
    method: 'POST',
    path: '/api/setup/offer',
    access: 'public',
    body: SetupKey,
    response: SetupOffer,
  },
  /**
   * Sets up the installation, completely or not at all, and signs its operator in. Errors: those of `readSetup`, and
   * `weak-password`.
   */
  finishSetup: {
    method: 'POST',
    path: '/api/setup',
    access: 'public',
    person: true,
    body: FinishSetup,
    response: Session,
  },
} as const satisfies Routes

export const SETUP_DETAILS = {
  readSetup: {
    summary: 'Checks whether a set-up link is valid.',
    errors: ['setup-link-expired', 'already-set-up'],
    onFullDisk: true,
  },
  finishSetup: {
    summary: 'Sets up a new installation.',
    errors: [
      'setup-link-expired',
      'already-set-up',
      'weak-password',
      'invalid-email',
      'invalid-id',
      'invalid-time-zone',
      'name-missing',
    ],
  },
} as const satisfies DetailsOf<typeof SETUP_ROUTES>
