/** A quick check, for lists of hundreds. `CountdownOver`, which is only loaded then, checks if the day is over. */
export const hasCountdown = (text: string): boolean => text.includes('{days until ')
