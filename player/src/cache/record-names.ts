/** Names of records that several modules use. In a file of their own, so that a lazy script needs nothing else. */
export const COPY_RECORD = 'page'
export const CLOCK_RECORD = 'clock'
