import type { ManifestReadCode } from '@placard/contract'

/** The complete address, for a phone. If the server does not know its own address, the origin of the player's page is used. */
export const readAddressOf = ({ at }: ManifestReadCode) => (at.startsWith('/') ? location.origin + at : at)

const RIGHT_TO_LEFT = /^(ar|dv|fa|he|ps|sd|ug|ur|yi)\b/i

/** The side of the corner code: where a line in the language of the display ends. */
export const cornerSideOf = (language: string = navigator.language) => (RIGHT_TO_LEFT.test(language) ? 'left' : 'right')
