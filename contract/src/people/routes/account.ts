import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import { ConfirmSecondFactor } from '../account.ts'
import {
  BeginSecondFactor,
  ChangePassword,
  OwnAccount,
  OwnSession,
  RecoveryCodes,
  RemoveSecondFactor,
  SecondFactorSecret,
  SessionId,
} from '../own-account.ts'

export const ACCOUNT_ROUTES = {
  getAccount: {
    method: 'GET',
    path: '/api/account',
    access: 'signed-in',
    person: true,
    response: OwnAccount,
  },
  /** Ends all other sessions of the account. */
  changePassword: {
    method: 'POST',
    path: '/api/account/password',
    access: 'signed-in',
    person: true,
    body: ChangePassword,
    response: 'none',
  },
  /** The most recently active first. */
  listSessions: {
    method: 'GET',
    path: '/api/account/sessions',
    access: 'signed-in',
    person: true,
    response: z.array(OwnSession),
  },
  removeSession: {
    method: 'DELETE',
    path: '/api/account/sessions/:sessionId',
    access: 'signed-in',
    person: true,
    params: z.object({ sessionId: SessionId }),
    response: 'none',
  },
  /** All but the session of this request. */
  removeOtherSessions: {
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'signed-in',
    person: true,
    response: 'none',
  },
  /** Returns a new secret, which takes effect when it is confirmed. Until then it may be requested again. */
  beginSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor',
    access: 'signed-in',
    person: true,
    body: BeginSecondFactor,
    response: SecondFactorSecret,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/confirmation',
    access: 'signed-in',
    person: true,
    body: ConfirmSecondFactor,
    response: RecoveryCodes,
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/removal',
    access: 'signed-in',
    person: true,
    body: RemoveSecondFactor,
    response: 'none',
  },
} as const satisfies Routes

export const ACCOUNT_DETAILS = {
  getAccount: {
    summary: 'Returns the account of the caller.',
    errors: [],
  },
  changePassword: {
    summary: 'Changes the password of the caller.',
    errors: ['wrong-password', 'weak-password'],
  },
  listSessions: {
    summary: 'Lists the devices on which the caller is signed in.',
    errors: [],
  },
  removeSession: {
    summary: 'Signs out one other device.',
    errors: ['session-not-found'],
  },
  removeOtherSessions: {
    summary: 'Signs out all other devices.',
    errors: [],
  },
  beginSecondFactor: {
    summary: 'Starts the set-up of two-factor sign-in.',
    errors: ['wrong-password', 'second-factor-on', 'second-step-required'],
  },
  confirmSecondFactor: {
    summary: 'Turns two-factor sign-in on.',
    errors: ['wrong-code', 'second-factor-off', 'second-factor-on', 'second-step-required'],
  },
  removeSecondFactor: {
    summary: 'Turns two-factor sign-in off.',
    errors: ['wrong-password', 'wrong-code', 'second-factor-off', 'second-step-kept'],
  },
} as const satisfies DetailsOf<typeof ACCOUNT_ROUTES>
