import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import {
  CompletePasswordReset,
  FinishSignIn,
  PasswordResets,
  RequestPasswordReset,
  SecondFactorWanted,
  Session,
  SignedUp,
  SignIn,
  SignUp,
} from '../account.ts'
import { SingleSignOn, SingleSignOnStarted, StartSingleSignOn } from '../single-sign-on.ts'

export const SIGN_IN_ROUTES = {
  /** Either signs in, or asks for the second factor; then continue with `finishSignIn`. */
  signIn: {
    method: 'POST',
    path: '/api/session',
    access: 'public',
    person: true,
    body: SignIn,
    response: z.union([Session, SecondFactorWanted]),
  },
  finishSignIn: {
    method: 'POST',
    path: '/api/session/second-factor',
    access: 'public',
    person: true,
    body: FinishSignIn,
    response: Session,
  },
  /** Tells whether users can also sign in without a password. */
  getSingleSignOn: {
    method: 'GET',
    path: '/api/session/single-sign-on',
    access: 'public',
    response: SingleSignOn,
  },
  /**
   * Starts a sign-in through the identity provider. The same browser must return to `SIGN_ON_CALLBACK_PATH`, and then arrives
   * at `signOnPath`. Errors: `not-found` if there is no provider, `sign-on-unavailable` if it does not answer,
   * `invitation-not-found`.
   */
  startSingleSignOn: {
    method: 'POST',
    path: '/api/session/single-sign-on',
    access: 'public',
    person: true,
    body: StartSingleSignOn,
    response: SingleSignOnStarted,
  },
  signUp: {
    method: 'POST',
    path: '/api/users',
    access: 'public',
    person: true,
    body: SignUp,
    response: SignedUp,
  },
  getSession: {
    method: 'GET',
    path: '/api/session',
    access: 'signed-in',
    person: true,
    response: Session,
  },
  signOut: { method: 'DELETE', path: '/api/session', access: 'public', person: true, response: 'none' },
  getPasswordResets: {
    method: 'GET',
    path: '/api/password-resets',
    access: 'public',
    response: PasswordResets,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/password-resets',
    access: 'public',
    person: true,
    body: RequestPasswordReset,
    response: 'none',
  },
  completePasswordReset: {
    method: 'POST',
    path: '/api/password-resets/completion',
    access: 'public',
    person: true,
    body: CompletePasswordReset,
    response: 'none',
  },
} as const satisfies Routes

export const SIGN_IN_DETAILS = {
  signIn: {
    summary: 'Signs in with a password.',
    errors: [
      'invalid-credential',
      'invalid-email',
      'not-subscribed',
      'invitation-not-found',
      'invitation-other-address',
      'already-member',
    ],
    onFullDisk: true,
  },
  finishSignIn: {
    summary: 'Completes a sign-in with the second factor.',
    errors: [
      'wrong-code',
      'sign-in-expired',
      'not-subscribed',
      'invitation-not-found',
      'invitation-other-address',
      'already-member',
    ],
    onFullDisk: true,
  },
  getSingleSignOn: {
    summary: 'Returns whether sign-in through an identity provider is available.',
    errors: [],
  },
  startSingleSignOn: {
    summary: 'Starts a sign-in through the identity provider, in a browser.',
    errors: ['sign-on-unavailable', 'invitation-not-found', 'not-found'],
    onFullDisk: true,
  },
  signUp: {
    summary: 'Creates an account.',
    errors: [
      'weak-password',
      'invalid-email',
      'invitation-not-found',
      'invitation-other-address',
      'already-member',
      'not-set-up',
    ],
  },
  getSession: {
    summary: 'Returns who is signed in and what they can manage.',
    errors: ['not-subscribed'],
  },
  signOut: {
    summary: 'Ends the session.',
    errors: [],
  },
  getPasswordResets: {
    summary: 'Returns how to reset a forgotten password, and how to contact the provider.',
    errors: [],
  },
  requestPasswordReset: {
    summary: 'Requests a link for a new password.',
    errors: ['invalid-email'],
  },
  completePasswordReset: {
    summary: 'Sets a new password with such a link.',
    errors: ['reset-link-expired', 'weak-password'],
  },
} as const satisfies DetailsOf<typeof SIGN_IN_ROUTES>
