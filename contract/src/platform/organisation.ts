import { MAX_QUOTA_BYTES } from './constants.ts'
import { OrganisationId } from './id.ts'
import { Name } from './text.ts'
import { z } from './zod.ts'

/** Bytes. null: the installation's default. 0: nothing more may be stored. */
const QuotaBytes = z.int().min(0).max(MAX_QUOTA_BYTES).nullable()

/** A customer of the provider. The counts show the operator what removing it would delete. */
export const Organisation = z.object({
  id: OrganisationId,
  name: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  /**
   * The time when it was unsubscribed (milliseconds since 1970), or null if it is subscribed. Its members get `not-subscribed`,
   * so they cannot manage anything. Its displays go on playing what they have.
   */
  suspendedAt: z.int().nullable(),
  quotaBytes: QuotaBytes,
  displays: z.int(),
  /** Members, whether or not they have signed up. */
  people: z.int(),
  items: z.int(),
  lines: z.int(),
  files: z.int(),
  /** The total size of those files, as stored. */
  storageBytes: z.int(),
})
export type Organisation = z.infer<typeof Organisation>

/** The size of an organisation's stored files, in bytes, as its owners see it. */
export const Storage = z.object({
  usedBytes: z.int(),
  /** Its own quota, or the installation's default. */
  quotaBytes: z.int(),
})
export type Storage = z.infer<typeof Storage>

/** `id` is used in addresses and cannot change. `id-taken` if it exists already. */
export const CreateOrganisation = z.strictObject({
  id: OrganisationId,
  name: Name,
  quotaBytes: QuotaBytes.default(null),
})
export type CreateOrganisation = z.infer<typeof CreateOrganisation>

/** An absent field is not changed. */
export const UpdateOrganisation = z.strictObject({ name: Name.optional(), quotaBytes: QuotaBytes.optional() })
export type UpdateOrganisation = z.infer<typeof UpdateOrganisation>
