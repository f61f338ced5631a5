import { isPlaylistId, type Programme } from '@placard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../platform/api/call.ts'
import { displaysOf, playlistsOf } from '../../../platform/api/playlists.ts'

/**
 * The programmes of the displays on which something plays: the display's own, or those of the displays that include a playlist, as they
 * are when requested. Programmes that are not loaded yet, or fail to load, are missing.
 */
export function useDisplaysOf(programme: Programme | undefined): readonly Programme[] {
  const client = useQueryClient()
  const [included, setIncluded] = useState<readonly Programme[]>([])
  const { organisationId, id } = programme ?? {}

  useEffect(() => {
    if (organisationId === undefined || id === undefined || !isPlaylistId(id)) return
    const controller = new AbortController()
    const { signal } = controller
    const ask = async () => {
      const playlists = await client.fetchQuery(playlistsOf(organisationId))
      const playlist = playlists.find((one) => one.id === id)
      // One after another: a playlist may be on 200 displays.
      for (const { id: displayId } of playlist ? displaysOf(playlist) : []) {
        const answer = await call('getProgramme', { params: { organisationId, displayId }, signal })
        setIncluded((known) => [...known.filter((one) => one.id !== answer.id), answer])
      }
    }
    // Only used for a hint: the form works without it.
    ask().catch((error: unknown) => {
      if (!signal.aborted) console.error('asking the displays of a playlist failed', error)
    })
    return () => controller.abort()
  }, [client, organisationId, id])

  return programme && !isPlaylistId(programme.id) ? [programme] : included
}
