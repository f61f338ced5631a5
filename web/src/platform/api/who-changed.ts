import type { ProgrammeKey } from '@placard/contract'
import { call } from './call.ts'

/**
 * Finds the user who last changed an entry, in the newest entries of the log. Undefined for a program, for the provider, and if the
 * log cannot be loaded, because this is optional.
 *
 * @param title the current title of the entry, or its text
 * @returns an email address
 */
export async function findWhoChanged(
  key: ProgrammeKey,
  thing: 'item' | 'line',
  title: string,
): Promise<string | undefined> {
  try {
    const { entries } = await call('listActivity', { params: key, query: { kind: 'changes' } })
    const entry = entries.find(({ subject }) => subject?.type === thing && subject.title === title)
    return entry?.actor.kind === 'person' ? entry.actor.email : undefined
  } catch (error) {
    console.warn('the log of activity cannot be read', error)
    return undefined
  }
}
