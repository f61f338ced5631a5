import type { Display, DisplayKey, Session } from '@placard/contract'
import { useSearchParams } from 'react-router'

const PARAMETER = 'display'

/** The display that a page is about: the one that its address names, else the profile's own. */
export function useChosenDisplay(session: Session) {
  const [query, setQuery] = useSearchParams()
  // A week has the id of a display or of a playlist.
  const wanted = query.get(PARAMETER) ?? query.get('id')
  const named = session.displays.find(({ id }) => id === wanted)
  const display = named ?? session.displays[0]
  return {
    display,
    choose: (id: Display['id']) => setQuery({ [PARAMETER]: id }),
    /** Another one on another page. */
    pathOf: (page: string, { id }: Display) => `${page}?${PARAMETER}=${id}`,
    /** The same choice on another page. */
    pathTo: (page: string) => (named ? `${page}?${PARAMETER}=${named.id}` : page),
  }
}

export const keyOf = (display: Display): DisplayKey => ({
  organisationId: display.organisationId,
  displayId: display.id,
})
