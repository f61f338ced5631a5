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
    status: 200,
  },
  finishSignIn: {
    method: 'POST',
    path: '/api/session/second-factor',
    access: 'public',
    person: true,
    body: FinishSignIn,
    response: Session,
    status: 200,
  },
  /** Tells whether users can also sign in without a password. */
  getSingleSignOn: {
    method: 'GET',
    path: '/api/session/single-sign-on',
    access: 'public',
    response: SingleSignOn,
    status: 200,
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
    status: 200,
  },
  signUp: {
    method: 'POST',
    path: '/api/users',
    access: 'public',
    person: true,
    body: SignUp,
    response: SignedUp,
    status: 200,
  },
  getSession: {
    method: 'GET',
    path: '/api/session',
    access: 'signed-in',
    person: true,
    response: Session,
    status: 200,
  },
  signOut: { method: 'DELETE', path: '/api/session', access: 'public', person: true, response: 'none', status: 204 },
  getPasswordResets: {
    method: 'GET',
    path: '/api/password-resets',
    access: 'public',
    response: PasswordResets,
    status: 200,
  },
  requestPasswordReset: {
    method: 'POST',
    path: '/api/password-resets',
    access: 'public',
    person: true,
    body: RequestPasswordReset,
    response: 'none',
    status: 204,
  },
  completePasswordReset: {
    method: 'POST',
    path: '/api/password-resets/completion',
    access: 'public',
    person: true,
    body: CompletePasswordReset,
    response: 'none',
    status: 204,
  },
} as const satisfies Routes

export const SIGN_IN_DETAILS = {
  signIn: {
    tag: 'Account',
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
    tag: 'Account',
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
    tag: 'Account',
    summary: 'Returns whether sign-in through an identity provider is available.',
    errors: [],
  },
  startSingleSignOn: {
    tag: 'Account',
    summary: 'Starts a sign-in through the identity provider, in a browser.',
    errors: ['sign-on-unavailable', 'invitation-not-found', 'not-found'],
    onFullDisk: true,
  },
  signUp: {
    tag: 'Account',
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
    tag: 'Account',
    summary: 'Returns who is signed in and what they can manage.',
    errors: ['not-subscribed'],
  },
  signOut: {
    tag: 'Account',
    summary: 'Ends the session.',
    errors: [],
  },
  getPasswordResets: {
    tag: 'Account',
    summary: 'Returns how to reset a forgotten password, and how to contact the provider.',
    errors: [],
  },
  requestPasswordReset: {
    tag: 'Account',
    summary: 'Requests a link for a new password.',
    errors: ['invalid-email'],
  },
  completePasswordReset: {
    tag: 'Account',
    summary: 'Sets a new password with such a link.',
    errors: ['reset-link-expired', 'weak-password'],
  },
} as const satisfies DetailsOf<typeof SIGN_IN_ROUTES>
