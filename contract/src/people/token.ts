import { MAX_TOKEN_DAYS } from '../platform/constants.ts'
import { DisplayId, TokenId } from '../platform/id.ts'
import { Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { DisplayLimit } from './member.ts'

/** Roles of a program: never one that decides who belongs to the organisation. `take-over`: the door for that, and nothing else. */
export const TOKEN_ROLES = ['viewer', 'editor', 'take-over'] as const
export const TokenRole = z.enum(TOKEN_ROLES)
export type TokenRole = z.infer<typeof TokenRole>

/**
 * The secret that a program sends as `Authorization: Bearer`: 256 random bits in base64url, behind a mark and before a CRC-32
 * of them in hex, by which scanners of source code know it for certain. The server keeps its digest alone.
 */
export const TokenSecret = z.string().regex(/^plc_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/, 'invalid-token')
export type TokenSecret = z.infer<typeof TokenSecret>

/** A program's way in, as the owners of the organisation see it. Instants: milliseconds since 1970. */
export const ApiToken = z.object({
  id: TokenId,
  name: z.string(),
  role: TokenRole,
  /** The displays that it is limited to; null: all of the organisation, also those that are made later. */
  displays: z.array(DisplayId).nullable(),
  /** Email of who made it. */
  createdBy: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  /** To within a minute; null: not yet. */
  lastUsedAt: z.int().nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

export const CreateToken = z.strictObject({
  name: Name,
  role: TokenRole,
  displays: DisplayLimit.default(null),
  /** For so many days from now. */
  days: z.int().min(1).max(MAX_TOKEN_DAYS),
})
export type CreateToken = z.infer<typeof CreateToken>

/** The secret is told this once; nobody can read it again. */
export const TokenCreated = z.object({ token: ApiToken, secret: TokenSecret })
export type TokenCreated = z.infer<typeof TokenCreated>
