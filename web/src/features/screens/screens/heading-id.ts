/** The heading of the panel of screens, which is the target of links about screens. */
export const SCREENS_HEADING_ID = 'screens-heading'
