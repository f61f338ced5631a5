/** For `beforeunload`: the browser asks, in its own words, before the page is closed. */
export const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()
