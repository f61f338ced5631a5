import type { Display, DisplayKey, Session } from '@placard/contract'
import { useSearchParams } from 'react-router'

const PARAMETER = 'display'

/** The display that a page is about: the one in its address, else the default of the profile. */
export function useChosenDisplay(session: Session) {
  const [query, setQuery] = useSearchParams()
  // The address of the week page has the id of a display or of a playlist.
  const wanted = query.get(PARAMETER) ?? query.get('id')
  const named = session.displays.find(({ id }) => id === wanted)
  const display = named ?? session.displays[0]
  return {
    display,
    choose: (id: Display['id']) => setQuery({ [PARAMETER]: id }),
    /** The path of a page with another display. */
    pathOf: (page: string, { id }: Display) => `${page}?${PARAMETER}=${id}`,
    /** The path of another page with the same display. */
    pathTo: (page: string) => (named ? `${page}?${PARAMETER}=${named.id}` : page),
  }
}

export const keyOf = (display: Display): DisplayKey => ({
  organisationId: display.organisationId,
  displayId: display.id,
})
