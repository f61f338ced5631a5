import type { AccountEventKind, ErrorCode } from '@placard/contract'

/** An event of an account, for its organisation's log. */
export type AccountEvent = {
  kind: AccountEventKind
  email: string
  /** Undefined if nobody was signed in. */
  userId: string | undefined
  /** The reason for a refusal. */
  code?: ErrorCode
  /** Network address of the refused client. */
  address?: string
}
