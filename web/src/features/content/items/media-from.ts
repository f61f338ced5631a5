import { createContext } from 'react'

/** The address at which stored files are fetched first, as the programme says; undefined: this server. */
export const MediaFrom = createContext<string | undefined>(undefined)
