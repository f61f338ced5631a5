import type { Role } from '@placard/contract'

/** True for roles that may change the content of displays. Viewers only view, contributors propose. */
export const isEditor = (role: Role | null): boolean => role === 'editor' || role === 'owner'
