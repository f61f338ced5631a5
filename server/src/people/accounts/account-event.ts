import type { ErrorCode } from '@placard/contract'

/** An event of an account, for its organisation's log. */
export type AccountEvent = {
  kind: 'signed-in' | 'signed-out' | 'sign-in-refused' | 'password-changed' | 'second-factor-on' | 'second-factor-off'
  email: string
  /** Undefined for somebody who was not signed in. */
  userId: string | undefined
  /** Why it was refused. */
  code?: ErrorCode
  /** Of whoever was refused. */
  address?: string
}
