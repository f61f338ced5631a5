import { setTimeout as sleep } from 'node:timers/promises'
import type { DisplayKey, ScreenId } from '@placard/contract'
import { BenchError } from '../bench-error.ts'
import type { PlacardProcess } from '../placard-process.ts'

const READY_WITHIN_MS = 30_000

/** Looks every 200 ms until something is found. @throws BenchError after 30 seconds */
export async function until<T>(find: () => Promise<T | undefined>, failed: string): Promise<T> {
  for (const deadline = performance.now() + READY_WITHIN_MS; performance.now() < deadline; await sleep(200)) {
    const found = await find()
    if (found !== undefined) return found
  }
  throw new BenchError(failed)
}

/**
 * Makes screens of a display that pair themselves, without an agent.
 *
 * @returns for each name, the address to open, and `find`, which waits until it is paired
 */
export async function enrolScreens(
  placard: PlacardProcess,
  { organisationId, displayId }: DisplayKey,
  names: readonly string[],
): Promise<{ address: string; find(): Promise<ScreenId> }[]> {
  const params = { organisationId }
  const { code } = await placard.call('createEnrolment', {
    params,
    body: { displayId, screens: names.length, days: 1 },
  })
  return names.map((name) => ({
    address: `${placard.url}/screen#enrol=${code}&name=${encodeURIComponent(name)}`,
    find: () =>
      until(async () => {
        const { screens } = await placard.call('listOrganisationScreens', { params })
        return screens.find(({ paired }) => paired?.name === name)?.paired?.id
      }, `The screen “${name}” did not come.`),
  }))
}
