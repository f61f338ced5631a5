import type { Role } from '@placard/contract'

/** True: they change what displays hold. Viewers look, contributors propose. */
export const isEditor = (role: Role | null): boolean => role === 'editor' || role === 'owner'
