import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import {
  BeginSecondFactor,
  ChangePassword,
  ConfirmSecondFactor,
  OwnAccount,
  OwnSession,
  RecoveryCodes,
  RemoveSecondFactor,
  SecondFactorSecret,
  SessionId,
} from '../account.ts'

export const ACCOUNT_ROUTES = {
  getAccount: {
    method: 'GET',
    path: '/api/account',
    access: 'signed-in',
    person: true,
    response: OwnAccount,
    status: 200,
  },
  /** Ends all other sessions of the account. */
  changePassword: {
    method: 'POST',
    path: '/api/account/password',
    access: 'signed-in',
    person: true,
    body: ChangePassword,
    response: 'none',
    status: 204,
  },
  /** The most recently active first. */
  listSessions: {
    method: 'GET',
    path: '/api/account/sessions',
    access: 'signed-in',
    person: true,
    response: z.array(OwnSession),
    status: 200,
  },
  removeSession: {
    method: 'DELETE',
    path: '/api/account/sessions/:sessionId',
    access: 'signed-in',
    person: true,
    params: z.object({ sessionId: SessionId }),
    response: 'none',
    status: 204,
  },
  /** All but the session of this request. */
  removeOtherSessions: {
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'signed-in',
    person: true,
    response: 'none',
    status: 204,
  },
  /** Returns a new secret, which takes effect when it is confirmed. Until then it may be requested again. */
  beginSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor',
    access: 'signed-in',
    person: true,
    body: BeginSecondFactor,
    response: SecondFactorSecret,
    status: 200,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/confirmation',
    access: 'signed-in',
    person: true,
    body: ConfirmSecondFactor,
    response: RecoveryCodes,
    status: 200,
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/account/second-factor/removal',
    access: 'signed-in',
    person: true,
    body: RemoveSecondFactor,
    response: 'none',
    status: 204,
  },
} as const satisfies Routes

export const ACCOUNT_DETAILS = {
  getAccount: {
    tag: 'Account',
    summary: 'Returns the account of the caller.',
    errors: [],
  },
  changePassword: {
    tag: 'Account',
    summary: 'Changes the password of the caller.',
    errors: ['wrong-password', 'weak-password'],
  },
  listSessions: {
    tag: 'Account',
    summary: 'Lists the devices on which the caller is signed in.',
    errors: [],
  },
  removeSession: {
    tag: 'Account',
    summary: 'Signs out one other device.',
    errors: ['session-not-found'],
  },
  removeOtherSessions: {
    tag: 'Account',
    summary: 'Signs out all other devices.',
    errors: [],
  },
  beginSecondFactor: {
    tag: 'Account',
    summary: 'Starts the set-up of two-factor sign-in.',
    errors: ['wrong-password', 'second-factor-on'],
  },
  confirmSecondFactor: {
    tag: 'Account',
    summary: 'Turns two-factor sign-in on.',
    errors: ['wrong-code', 'second-factor-off', 'second-factor-on'],
  },
  removeSecondFactor: {
    tag: 'Account',
    summary: 'Turns two-factor sign-in off.',
    errors: ['wrong-password', 'wrong-code', 'second-factor-off'],
  },
} as const satisfies DetailsOf<typeof ACCOUNT_ROUTES>
