import type { DisplayKey, Inserts } from '@placard/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isAtDisplay } from './is-at-display.ts'
import { insertsOf, useInsertCommands } from './use-inserts.ts'
import { POLL_MS } from './use-take-overs.ts'

/**
 * The inserts on a display or on single screens of it, and those that wait there, for a page that is open all day and counts no screens.
 *
 * @param revision of the display: raised when an insert on the whole of it begins or ends
 * @returns undefined if there are none
 */
export function useInsertsHere({ organisationId, displayId }: DisplayKey, revision: number): Inserts | undefined {
  const { askAnew } = useInsertCommands(organisationId)
  const { data } = useQuery({ ...insertsOf(organisationId), refetchInterval: POLL_MS })
  const asked = useRef(revision)
  useEffect(() => {
    if (asked.current === revision) return
    asked.current = revision
    void askAnew()
  }, [revision, askAnew])
  const running = data?.running.filter((one) => isAtDisplay(one, displayId)) ?? []
  return data && running.length > 0 ? { ...data, running } : undefined
}
