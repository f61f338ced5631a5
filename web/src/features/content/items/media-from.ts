import { createContext } from 'react'

/** The address from which stored files are loaded first, given by the programme; undefined: this server. */
export const MediaFrom = createContext<string | undefined>(undefined)
