import {
  FIRST_ROUTES,
  LIVE_EVENTS,
  Programme,
  type ProgrammeKey,
  pathWith,
  programmeIdOf,
  programmeKeyOf,
} from '@placard/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { type LiveStatus, openLiveStream } from './live-stream.ts'
import { noteOwnChange } from './own-changes.ts'
import { newerProgramme, type ProgrammeChange, programmeQueryKey, withAnswer } from './programme.ts'
import { signedIn } from './session-events.ts'

/** A programme from the cache, requested if it is not there yet. Only `useLiveProgramme` keeps it live. */
export function useProgramme(key: ProgrammeKey) {
  return useProgrammeIf(key)
}

/** The same for a page that may not be about a programme. */
export function useProgrammeIf(key: ProgrammeKey | undefined) {
  const client = useQueryClient()
  return useQuery({
    queryKey: key ? programmeQueryKey(key) : ['programme'],
    enabled: key !== undefined,
    queryFn: async ({ signal }) => {
      if (!key) throw new ApiError('not-found')
      const programme = await call('getProgramme', { params: key, signal })
      return newerProgramme(client.getQueryData<Programme>(programmeQueryKey(key)), programme)
    },
  })
}

/** Keeps the cached programme live as long as the component is mounted (D8). */
export function useLiveProgramme(key: ProgrammeKey): LiveStatus {
  const client = useQueryClient()
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const { organisationId } = key
  const id = programmeIdOf(key)

  useEffect(() => {
    const path = pathWith(FIRST_ROUTES.streamProgramme, programmeKeyOf(organisationId, id))
    const stream = openLiveStream(
      { path, event: LIVE_EVENTS.programme },
      {
        onDocument: (document) => {
          const programme = Programme.safeParse(document)
          if (programme.success) keepProgramme(client, programme.data)
        },
        onStatus: setStatus,
      },
    )
    const undo = signedIn.on(stream.signedIn)
    return () => {
      undo()
      stream.close()
    }
  }, [client, organisationId, id])

  return status
}

function keepProgramme(client: QueryClient, programme: Programme): void {
  const key = programmeQueryKey(programmeKeyOf(programme.organisationId, programme.id))
  client.setQueryData<Programme>(key, (known) => newerProgramme(known, programme))
}

/** Writes a command's answer into the cache; requests the programme if the answer shows that changes were missed. */
export function keepAnswer(client: QueryClient, key: ProgrammeKey, revision: number, change: ProgrammeChange): void {
  noteOwnChange({ key, revision, change })
  const known = client.getQueryData<Programme>(programmeQueryKey(key))
  if (!known) return
  const next = withAnswer(known, revision, change)
  client.setQueryData(programmeQueryKey(key), next)
  if (next.revision < revision) void client.invalidateQueries({ queryKey: programmeQueryKey(key) })
}
