import { createContext } from 'react'

/** Where stored files are fetched first, as the programme says; undefined: from this server. */
export const MediaFrom = createContext<string | undefined>(undefined)
