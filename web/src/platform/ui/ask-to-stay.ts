/** For `beforeunload`: the browser asks, in its own words, before the page and what it is about are gone. */
export const askToStay = (event: BeforeUnloadEvent) => event.preventDefault()
