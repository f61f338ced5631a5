import { Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { FinishSignIn, TypedPassword } from './account.ts'
import { InvitationToken } from './invitation-token.ts'

/** Bytes in base64url. */
const bytes = (maxCharacters: number) =>
  z
    .string('passkey-refused')
    .max(maxCharacters, 'passkey-refused')
    .regex(/^[A-Za-z0-9_-]+$/, 'passkey-refused')

/** WebAuthn allows credential ids of up to 1,023 bytes. */
const CredentialId = bytes(1_364)
const Transports = z.array(z.string().regex(/^[a-z-]{1,32}$/, 'passkey-refused')).max(8, 'passkey-refused')

/** Identifies a passkey in addresses. It is not the id of the credential. */
export const PasskeyId = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'passkey-not-found')
  .brand<'PasskeyId'>()
export type PasskeyId = z.infer<typeof PasskeyId>

/** A passkey, for its owner. Instants: milliseconds since 1970. */
export const Passkey = z.object({
  id: PasskeyId,
  name: z.string(),
  /** True: its provider copies it to the owner's other devices. False: it stays on one device. */
  synced: z.boolean(),
  createdAt: z.int(),
  /** null: never. */
  lastUsedAt: z.int().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const KnownCredential = z.object({ id: z.string(), transports: z.array(z.string()) })

/** The options for `navigator.credentials.get`. The challenge is valid for PASSKEY_WAIT_MS and for one use. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.enum(['required', 'preferred']),
  /** Empty: any passkey of this server. */
  allow: z.array(KnownCredential),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** The options for `navigator.credentials.create`, with the same kind of challenge. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rpId: z.string(),
  rpName: z.string(),
  /** In base64url. */
  userHandle: z.string(),
  email: z.string(),
  /** COSE numbers, the preferred one first. */
  algorithms: z.array(z.int()),
  /** The passkeys that the account has. */
  exclude: z.array(KnownCredential),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** The browser's answer to a PasskeyRequest: the fields of `AuthenticatorAssertionResponse` in base64url. */
export const PasskeyAnswer = z.strictObject({
  id: CredentialId,
  clientData: bytes(8_000),
  authenticatorData: bytes(8_000),
  signature: bytes(8_000),
  /** The account that the passkey was created for. Some security keys omit it in the second step. */
  userHandle: bytes(88).nullable().default(null),
})
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

/** The browser's answer to a PasskeyCreation: the fields of `AuthenticatorAttestationResponse` in base64url. */
export const PasskeyMade = z.strictObject({
  id: CredentialId,
  clientData: bytes(8_000),
  attestation: bytes(32_000),
  transports: Transports,
})
export type PasskeyMade = z.infer<typeof PasskeyMade>

export const SignInByPasskey = z.strictObject({
  passkey: PasskeyAnswer,
  /** As in SignIn. */
  remember: z.boolean().default(false),
  invitation: InvitationToken.optional(),
})
export type SignInByPasskey = z.infer<typeof SignInByPasskey>

/** As in FinishSignIn. */
export const StartPasskeyStep = FinishSignIn.pick({ pending: true })
export type StartPasskeyStep = z.infer<typeof StartPasskeyStep>

export const PasskeyStep = z.object({
  /** null: the account has no passkey, or this server offers none. */
  request: PasskeyRequest.nullable(),
  /** False: the account has no authenticator app; the second step is a passkey or a recovery code. */
  app: z.boolean(),
})
export type PasskeyStep = z.infer<typeof PasskeyStep>

export const FinishSignInByPasskey = FinishSignIn.omit({ code: true }).extend({ passkey: PasskeyAnswer })
export type FinishSignInByPasskey = z.infer<typeof FinishSignInByPasskey>

/** Requires the password again, as BeginSecondFactor does. */
export const StartPasskey = z.strictObject({ password: TypedPassword })
export type StartPasskey = z.infer<typeof StartPasskey>

export const CreatePasskey = z.strictObject({ name: Name, passkey: PasskeyMade })
export type CreatePasskey = z.infer<typeof CreatePasskey>

export const RenamePasskey = z.strictObject({ name: Name })
export type RenamePasskey = z.infer<typeof RenamePasskey>

export const RemovePasskey = z.strictObject({ password: TypedPassword })
export type RemovePasskey = z.infer<typeof RemovePasskey>

export const RemoveSecondFactorByPasskey = z.strictObject({ password: TypedPassword, passkey: PasskeyAnswer })
export type RemoveSecondFactorByPasskey = z.infer<typeof RemoveSecondFactorByPasskey>
