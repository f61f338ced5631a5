import type { OrganisationId } from '@placard/contract'
import { createContext } from 'react'

/** The organisation whose items are drawn here, for its colour; undefined: the product's own. */
export const OrganisationHere = createContext<OrganisationId | undefined>(undefined)
