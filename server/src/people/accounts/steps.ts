import type { RequiredStep } from '@placard/contract'

/**
 * The step of a sign-in that proves more than a password: a passkey, a code of the second factor, or the identity provider's own second
 * step, if the operator has said that it has one.
 */
export type Step = 'passkey' | 'code' | 'provider'

/** The ways to sign in that an account has set up. */
export type Ways = { factor: boolean; passkey: boolean }

/**
 * Tells if a session meets the rule of its organisation. A step counts only while the account still has what it was proven with, so
 * that a session loses its access when the last passkey is removed.
 */
export function meets(requires: RequiredStep | null, { step, factor, passkey }: Ways & { step: Step | null }): boolean {
  if (requires === null) return true
  if (step === 'passkey') return passkey
  if (requires === 'passkey') return false
  return step === 'provider' || (step === 'code' && factor)
}
