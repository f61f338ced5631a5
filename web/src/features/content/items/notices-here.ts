import type { OrganisationId, ZoneOffsets } from '@placard/contract'
import { createContext } from 'react'

/** The organisation of the notices (for their colour) and the time zone of their live words. Undefined: none, and UTC. */
export const NoticesHere = createContext<{ organisationId?: OrganisationId; zoneOffsets?: ZoneOffsets | undefined }>({})
