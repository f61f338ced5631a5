import { z } from '../platform/zod.ts'

/** 256 random bits in base64url. The holder may join, once. The server stores only a digest. */
export const InvitationToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'invitation-not-found')
export type InvitationToken = z.infer<typeof InvitationToken>
