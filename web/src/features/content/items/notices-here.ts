import type { Forecast, OrganisationId, ZoneOffsets } from '@placard/contract'
import { createContext } from 'react'

type Here = {
  organisationId?: OrganisationId
  zoneOffsets?: ZoneOffsets | undefined
  /** BCP 47, of the display. */
  language?: string | undefined
  /** The weather at the display. */
  forecast?: Forecast | undefined
}

/**
 * The organisation of the notices (for their colour), the time zone of their live words, and the weather. Undefined: none, and
 * UTC.
 */
export const NoticesHere = createContext<Here>({})
