import type { PasskeyAnswer, PasskeyCreation, PasskeyMade, PasskeyRequest } from '@placard/contract'

/** False in an old browser, and at an address without https. */
export const browserHasPasskeys = (): boolean => 'PublicKeyCredential' in window

/** True: the browser offers passkeys in the list that it opens below the email field. */
export async function browserListsPasskeys(): Promise<boolean> {
  return browserHasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/**
 * Asks the browser for an answer with a passkey.
 *
 * @param how.listed true: the browser only lists its passkeys below the email field, and the promise waits for a choice
 * @returns undefined if the user cancelled, or `signal` did
 * @throws DOMException if the browser cannot use passkeys here
 */
export async function answerWithPasskey(
  request: PasskeyRequest,
  { listed = false, signal }: { listed?: boolean; signal?: AbortSignal } = {},
): Promise<PasskeyAnswer | undefined> {
  const { challenge, rpId, userVerification, allow } = request
  const credential = await chosen(
    navigator.credentials.get({
      ...(listed ? { mediation: 'conditional' as const } : {}),
      ...(signal ? { signal } : {}),
      publicKey: {
        challenge: bytesOf(challenge),
        rpId,
        userVerification,
        allowCredentials: allow.map(descriptorOf),
      },
    }),
  )
  if (!credential) return undefined
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    id: credential.id,
    clientData: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: response.userHandle?.byteLength ? textOf(response.userHandle) : null,
  }
}

/**
 * Asks the browser to make a passkey.
 *
 * @returns undefined if the user cancelled
 * @throws DOMException `InvalidStateError` if the device has one for this account already
 */
export async function makePasskey(wanted: PasskeyCreation): Promise<PasskeyMade | undefined> {
  const { challenge, rpId, rpName, userHandle, email, algorithms, exclude } = wanted
  const credential = await chosen(
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: rpId, name: rpName },
        user: { id: bytesOf(userHandle), name: email, displayName: email },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: exclude.map(descriptorOf),
        // Without both, it could not be the only step of a sign-in.
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      },
    }),
  )
  if (!credential) return undefined
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    id: credential.id,
    clientData: textOf(response.clientDataJSON),
    attestation: textOf(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  }
}

async function chosen(asked: Promise<Credential | null>): Promise<PublicKeyCredential | undefined> {
  try {
    return ((await asked) as PublicKeyCredential | null) ?? undefined
  } catch (error) {
    // The browser reports a refusal, a timeout and a missing passkey alike, so that a page learns nothing.
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined
    throw error
  }
}

function descriptorOf({ id, transports }: { id: string; transports: string[] }): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: bytesOf(id), transports: transports as AuthenticatorTransport[] }
}

/** From base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
}

/** To base64url. */
function textOf(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
