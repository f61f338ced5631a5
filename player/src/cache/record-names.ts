/** The names of records that more than one room writes or looks for. By themselves: a script that comes late needs nothing else. */
export const COPY_RECORD = 'page'
export const CLOCK_RECORD = 'clock'
