import type { OrganisationId, ZoneOffsets } from '@placard/contract'
import { createContext } from 'react'

/** The organisation of the notices here, for their colour, and the clock that their live words go by. Undefined: nobody's, and UTC. */
export const NoticesHere = createContext<{ organisationId?: OrganisationId; zoneOffsets?: ZoneOffsets | undefined }>({})
