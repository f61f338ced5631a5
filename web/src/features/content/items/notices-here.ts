import type { OrganisationId, ZoneOffsets } from '@placard/contract'
import { createContext } from 'react'

/** The organisation of the notices here, for their colour, and the clock of their live words. Undefined: nobody's, and UTC. */
export const NoticesHere = createContext<{ organisationId?: OrganisationId; zoneOffsets?: ZoneOffsets | undefined }>({})
