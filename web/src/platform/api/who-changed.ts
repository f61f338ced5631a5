import type { ProgrammeKey } from '@placard/contract'
import { call } from './call.ts'

/**
 * Finds who changed a thing last, by the newest entries of the log; undefined for a program, for the provider, and where the
 * log cannot be had: it is an extra.
 *
 * @param title of the thing, or its text, as it is now
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
