import type { DisplayKey, Programme } from '@placard/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from './call.ts'
import { type LiveStatus, openLiveStream } from './live-stream.ts'
import { noteOwnChange } from './own-changes.ts'
import { newerProgramme, type ProgrammeChange, programmeKey, withAnswer } from './programme.ts'
import { signedIn } from './session-events.ts'

/** A display's programme from the cache, fetched if it is not there yet. Only `useLiveProgramme` keeps it live. */
export function useProgramme(key: DisplayKey) {
  const client = useQueryClient()
  return useQuery({
    queryKey: programmeKey(key),
    queryFn: async ({ signal }) => {
      const programme = await call('getProgramme', { params: key, signal })
      return newerProgramme(client.getQueryData<Programme>(programmeKey(key)), programme)
    },
  })
}

/** Keeps the cached programme of a display live as long as the component is mounted (D8). */
export function useLiveProgramme(key: DisplayKey): LiveStatus {
  const client = useQueryClient()
  const [status, setStatus] = useState<LiveStatus>('connecting')
  const { organisationId, displayId } = key

  useEffect(() => {
    const stream = openLiveStream(
      { organisationId, displayId },
      { onProgramme: (programme) => keepProgramme(client, programme), onStatus: setStatus },
    )
    const undo = signedIn.on(stream.signedIn)
    return () => {
      undo()
      stream.close()
    }
  }, [client, organisationId, displayId])

  return status
}

function keepProgramme(client: QueryClient, programme: Programme): void {
  const key = programmeKey({ organisationId: programme.organisationId, displayId: programme.id })
  client.setQueryData<Programme>(key, (known) => newerProgramme(known, programme))
}

/** Writes a command's answer into the cache; asks anew when it shows that something was missed. */
export function keepAnswer(client: QueryClient, key: DisplayKey, revision: number, change: ProgrammeChange): void {
  noteOwnChange({ display: key, revision, change })
  const known = client.getQueryData<Programme>(programmeKey(key))
  if (!known) return
  const next = withAnswer(known, revision, change)
  client.setQueryData(programmeKey(key), next)
  if (next.revision < revision) void client.invalidateQueries({ queryKey: programmeKey(key) })
}
