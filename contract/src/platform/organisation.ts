import { MAX_QUOTA_BYTES } from './constants.ts'
import { OrganisationId } from './id.ts'
import { Name } from './text.ts'
import { z } from './zod.ts'

/** Bytes. null: the installation's default. 0: nothing more may be stored. */
const QuotaBytes = z.int().min(0).max(MAX_QUOTA_BYTES).nullable()

/** A customer of the provider, with what it has: what the operator sees, and what its removal would take along. */
export const Organisation = z.object({
  id: OrganisationId,
  name: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  /**
   * Since when it is unsubscribed (milliseconds since 1970); null: it is subscribed. Its people are answered
   * `not-subscribed`, so nothing can be managed; its displays go on playing what they have.
   */
  suspendedAt: z.int().nullable(),
  quotaBytes: QuotaBytes,
  displays: z.int(),
  /** Members, whether or not they have signed up. */
  people: z.int(),
  items: z.int(),
  lines: z.int(),
  files: z.int(),
  /** Of those files together, as stored. */
  storageBytes: z.int(),
})
export type Organisation = z.infer<typeof Organisation>

/** The size of an organisation's stored files, in bytes, as its owners see it. */
export const Storage = z.object({
  usedBytes: z.int(),
  /** Of its own, or the installation's default. */
  quotaBytes: z.int(),
})
export type Storage = z.infer<typeof Storage>

/** `id` names it in addresses for ever; `id-taken` when there is one with it. */
export const CreateOrganisation = z.strictObject({
  id: OrganisationId,
  name: Name,
  quotaBytes: QuotaBytes.default(null),
})
export type CreateOrganisation = z.infer<typeof CreateOrganisation>

/** An absent field stays as it is. */
export const UpdateOrganisation = z.strictObject({ name: Name.optional(), quotaBytes: QuotaBytes.optional() })
export type UpdateOrganisation = z.infer<typeof UpdateOrganisation>
