import type { DetailsOf, Routes } from '../../platform/routes/shape.ts'
import { z } from '../../platform/zod.ts'
import { Session } from '../account.ts'
import { RecoveryCodes } from '../own-account.ts'
import {
  CreatePasskey,
  FinishSignInByPasskey,
  Passkey,
  PasskeyCreation,
  PasskeyId,
  PasskeyRequest,
  PasskeyStep,
  RemovePasskey,
  RemoveSecondFactorByPasskey,
  RenamePasskey,
  SignInByPasskey,
  StartPasskey,
  StartPasskeyStep,
} from '../passkey.ts'

const params = z.object({ passkeyId: PasskeyId })

export const PASSKEY_ROUTES = {
  startPasskeySignIn: {
    method: 'POST',
    path: '/api/session/passkey/challenge',
    access: 'public',
    person: true,
    response: PasskeyRequest,
  },
  /** The authenticator must have verified its user, so no second step follows. */
  signInByPasskey: {
    method: 'POST',
    path: '/api/session/passkey',
    access: 'public',
    person: true,
    body: SignInByPasskey,
    response: Session,
  },
  /** After `signIn` has answered with a pending sign-in. */
  startPasskeyStep: {
    method: 'POST',
    path: '/api/session/second-factor/passkey/challenge',
    access: 'public',
    person: true,
    body: StartPasskeyStep,
    response: PasskeyStep,
  },
  finishSignInByPasskey: {
    method: 'POST',
    path: '/api/session/second-factor/passkey',
    access: 'public',
    person: true,
    body: FinishSignInByPasskey,
    response: Session,
  },
  /** The oldest first. */
  listPasskeys: {
    method: 'GET',
    path: '/api/account/passkeys',
    access: 'signed-in',
    person: true,
    response: z.array(Passkey),
  },
  startPasskey: {
    method: 'POST',
    path: '/api/account/passkeys/challenge',
    access: 'signed-in',
    person: true,
    body: StartPasskey,
    response: PasskeyCreation,
  },
  createPasskey: {
    method: 'POST',
    path: '/api/account/passkeys',
    access: 'signed-in',
    person: true,
    body: CreatePasskey,
    response: Passkey,
    creates: true,
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/api/account/passkeys/:passkeyId',
    access: 'signed-in',
    person: true,
    params,
    body: RenamePasskey,
    response: Passkey,
  },
  removePasskey: {
    method: 'POST',
    path: '/api/account/passkeys/:passkeyId/removal',
    access: 'signed-in',
    person: true,
    params,
    body: RemovePasskey,
    response: 'none',
  },
  /** For an account without an authenticator app. */
  turnSecondFactorOnByPasskey: {
    method: 'POST',
    path: '/api/account/second-factor/passkey',
    access: 'signed-in',
    person: true,
    body: StartPasskey,
    response: RecoveryCodes,
  },
  startPasskeyProof: {
    method: 'POST',
    path: '/api/account/second-factor/passkey/challenge',
    access: 'signed-in',
    person: true,
    response: PasskeyRequest,
  },
  removeSecondFactorByPasskey: {
    method: 'POST',
    path: '/api/account/second-factor/passkey/removal',
    access: 'signed-in',
    person: true,
    body: RemoveSecondFactorByPasskey,
    response: 'none',
  },
} as const satisfies Routes

export const PASSKEY_DETAILS = {
  startPasskeySignIn: {
    summary: 'Starts a sign-in with a passkey.',
    errors: ['passkeys-unavailable'],
    onFullDisk: true,
  },
  signInByPasskey: {
    summary: 'Signs in with a passkey.',
    errors: [
      'passkey-refused',
      'passkeys-unavailable',
      'not-subscribed',
      'invitation-not-found',
      'invitation-other-address',
      'already-member',
    ],
    onFullDisk: true,
  },
  startPasskeyStep: {
    summary: 'Starts the second step of a sign-in with a passkey.',
    errors: ['sign-in-expired'],
    onFullDisk: true,
  },
  finishSignInByPasskey: {
    summary: 'Completes a sign-in with a passkey.',
    errors: [
      'passkey-refused',
      'passkeys-unavailable',
      'sign-in-expired',
      'not-subscribed',
      'invitation-not-found',
      'invitation-other-address',
      'already-member',
    ],
    onFullDisk: true,
  },
  listPasskeys: {
    summary: 'Lists the passkeys of the caller.',
    errors: [],
  },
  startPasskey: {
    summary: 'Starts the creation of a passkey.',
    errors: ['wrong-password', 'passkeys-unavailable', 'too-many-passkeys', 'second-step-required'],
  },
  createPasskey: {
    summary: 'Adds a passkey to the account of the caller.',
    errors: ['name-missing', 'passkey-refused', 'passkeys-unavailable', 'too-many-passkeys', 'second-step-required'],
  },
  renamePasskey: {
    summary: 'Renames a passkey.',
    errors: ['passkey-not-found', 'name-missing'],
  },
  removePasskey: {
    summary: 'Removes a passkey.',
    errors: ['passkey-not-found', 'passkey-needed', 'second-step-kept', 'wrong-password'],
  },
  turnSecondFactorOnByPasskey: {
    summary: 'Turns two-factor sign-in on, with the passkeys of the caller as the second step.',
    errors: ['wrong-password', 'second-factor-on', 'passkey-not-found', 'second-step-required'],
  },
  startPasskeyProof: {
    summary: 'Starts the confirmation of a change with a passkey.',
    errors: ['passkeys-unavailable', 'passkey-not-found'],
  },
  removeSecondFactorByPasskey: {
    summary: 'Turns two-factor sign-in off, with a passkey instead of a code.',
    errors: ['wrong-password', 'passkey-refused', 'passkeys-unavailable', 'second-factor-off', 'second-step-kept'],
  },
} as const satisfies DetailsOf<typeof PASSKEY_ROUTES>
