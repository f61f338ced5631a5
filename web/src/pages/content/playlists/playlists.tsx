import { isPlaylistId, type Session } from '@placard/contract'
import { useSearchParams } from 'react-router'
import { RequireOrganisation } from '../../../shell/require-session.tsx'
import { AllPlaylists } from './all-playlists.tsx'
import { NoPlaylist } from './no-playlist.tsx'
import { PlaylistPage } from './playlist-page.tsx'

/** All playlists, or the one in the page's address. */
export default function Playlists() {
  return <RequireOrganisation>{(session) => <Chosen session={session} />}</RequireOrganisation>
}

function Chosen({ session }: { session: Session }) {
  const [query] = useSearchParams()
  const id = query.get('id')
  const { organisation } = session
  if (!organisation) return null
  if (id === null) return <AllPlaylists session={session} organisationId={organisation.id} />
  if (!isPlaylistId(id)) return <NoPlaylist session={session} />
  // Keyed by playlist, so that no dialog or focus of the previous one remains.
  return <PlaylistPage key={id} session={session} playlistKey={{ organisationId: organisation.id, playlistId: id }} />
}
