import { z } from './zod.ts'

/**
 * The rights of a member in an organisation; each role has those of the roles before it. A viewer looks, a contributor
 * proposes as well, an editor changes what displays hold, an owner makes displays and says who belongs to the organisation.
 */
export const ROLES = ['viewer', 'contributor', 'editor', 'owner'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>
