import { MAX_TOKEN_DAYS } from '../platform/constants.ts'
import { DisplayId, TableId, TokenId } from '../platform/id.ts'
import { Name } from '../platform/text.ts'
import { z } from '../platform/zod.ts'
import { DisplayLimit } from './display-limit.ts'
import { requireLimits, TableLimit } from './member.ts'

/** The roles of an API token. None of them can manage members. `take-over` and `insert`: may only start and end those. */
export const TOKEN_ROLES = ['viewer', 'editor', 'take-over', 'insert'] as const
export const TokenRole = z.enum(TOKEN_ROLES)
export type TokenRole = z.infer<typeof TokenRole>

/**
 * The secret that a program sends as `Authorization: Bearer`: a prefix, 256 random bits in base64url, and their CRC-32 in hex,
 * so that secret scanners can recognise it reliably. The server stores only a digest.
 */
export const TokenSecret = z.string().regex(/^plc_[A-Za-z0-9_-]{43}[0-9a-f]{8}$/, 'invalid-token')
export type TokenSecret = z.infer<typeof TokenSecret>

/** An API token, for the owners of the organisation. Instants: milliseconds since 1970. */
export const ApiToken = z.object({
  id: TokenId,
  name: z.string(),
  role: TokenRole,
  /** The displays that it is limited to; null: all of the organisation, including future ones. */
  displays: z.array(DisplayId).nullable(),
  /** The tables that it is limited to; `displays` is then empty. null: not limited to tables. */
  tables: z.array(TableId).nullable(),
  /** The email address of its creator. */
  createdBy: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  /** Accurate to a minute; null: never. */
  lastUsedAt: z.int().nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

export const CreateToken = z
  .strictObject({
    name: Name,
    role: TokenRole,
    displays: DisplayLimit.default(null),
    tables: TableLimit.default(null),
    /** The number of days for which it is valid, from now. */
    days: z.int().min(1).max(MAX_TOKEN_DAYS),
  })
  .superRefine(requireLimits)
export type CreateToken = z.infer<typeof CreateToken>

/** `path`: where assistants reach this server. null: the operator has not switched it on. */
export const AssistantAccess = z.object({ path: z.string().nullable() })
export type AssistantAccess = z.infer<typeof AssistantAccess>

/** The secret is returned only once and cannot be read again. */
export const TokenCreated = z.object({ token: ApiToken, secret: TokenSecret })
export type TokenCreated = z.infer<typeof TokenCreated>
