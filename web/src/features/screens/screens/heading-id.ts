/** Of the panel of screens: where whatever is said of a screen leads. */
export const SCREENS_HEADING_ID = 'screens-heading'
