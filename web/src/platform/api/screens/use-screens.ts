import type { DisplayKey, ScreenId, Screens } from '@placard/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../call.ts'
import { healthOf } from './health.ts'

const POLL_MS = 15_000
/** Polled quickly while a change is on its way to the screens, because the user is waiting to see it arrive. */
const POLL_WHILE_UPDATING_MS = 3_000

const screensKey = (key: DisplayKey) => ['screens', key.organisationId, key.displayId] as const

const screensOf = (key: DisplayKey) =>
  queryOptions({
    queryKey: screensKey(key),
    queryFn: ({ signal }) => call('listScreens', { params: key, signal }),
  })

/** @param revision of the display as the page knows it; each new one requests the screens again */
export function useScreens(key: DisplayKey, revision: number | undefined) {
  const client = useQueryClient()
  const { organisationId, displayId } = key
  const query = useQuery({
    ...screensOf(key),
    refetchInterval: ({ state }) => intervalFor(state.data),
    // Not polled while the page is in the background.
    refetchIntervalInBackground: false,
  })

  useEffect(() => {
    if (revision === undefined) return
    void client.invalidateQueries({ queryKey: screensKey({ organisationId, displayId }) })
  }, [client, organisationId, displayId, revision])

  return query
}

/** The screens that `useScreens` has loaded, without another request. */
export function useKnownScreens(key: DisplayKey): Screens | undefined {
  return useQuery({ ...screensOf(key), enabled: false }).data
}

function intervalFor(screens: Screens | undefined): number {
  const isUpdating = screens?.screens.some((screen) => healthOf(screen, screens).status === 'updating')
  return isUpdating ? POLL_WHILE_UPDATING_MS : POLL_MS
}

export type ScreenCommand = { type: 'rename'; id: ScreenId; name: string } | { type: 'remove'; id: ScreenId }

export function useScreenCommand(key: DisplayKey) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (command: ScreenCommand): Promise<void> => {
      const params = { ...key, screenId: command.id }
      if (command.type === 'rename') await call('updateScreen', { params, body: { name: command.name } })
      else await call('removeScreen', { params })
      await client.invalidateQueries({ queryKey: screensKey(key) })
    },
  })
}
