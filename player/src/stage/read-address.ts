import type { ManifestReadCode } from '@placard/contract'

/** Whole, for somebody's telephone: a server that does not know its own address is where the player's page came from. */
export const readAddressOf = ({ at }: ManifestReadCode) => (at.startsWith('/') ? location.origin + at : at)

const RIGHT_TO_LEFT = /^(ar|dv|fa|he|ps|sd|ug|ur|yi)\b/i

/** Where the corner with the code is: where a line of the display ends. */
export const cornerSideOf = (language: string = navigator.language) => (RIGHT_TO_LEFT.test(language) ? 'left' : 'right')
