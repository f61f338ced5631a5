import type { PlaylistKey } from '@placard/contract'
import { Sentence } from './sentence.tsx'
import { useAdviceFacts } from './use-advice.ts'

type Props = {
  playlistKey: PlaylistKey
  /** The film has a poster, or gets one with its upload. */
  hasPoster: boolean
}

/** [LY5] Says of a film that is being chosen that it does not play in a zone of the playlist. Renders nothing if it does. */
export default function FilmInZone({ playlistKey, hasPoster }: Props) {
  const [zone] = useAdviceFacts(playlistKey)?.filmlessZones ?? []
  return zone && <Sentence finding={{ rule: 'film-in-zone', figures: { ...zone, hasPoster }, mend: undefined }} />
}
