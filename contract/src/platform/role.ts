import { z } from './zod.ts'

/**
 * The roles of a member in an organisation. Each role has the rights of the roles before it. A viewer can look, a contributor
 * can also propose, an editor can also change the content of displays, an owner can also create displays and manage members.
 */
export const ROLES = ['viewer', 'contributor', 'editor', 'owner'] as const
export const Role = z.enum(ROLES)
export type Role = z.infer<typeof Role>
