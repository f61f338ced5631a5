/**
 * The panels that decode one film at a time, by `decodersOf`, and run this player [LY5]. Shorter than that table, because it is loaded
 * with the first page.
 */
export const ONE_DECODER = /Tizen/
